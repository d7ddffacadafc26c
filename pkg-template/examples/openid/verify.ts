import type { OpenIdClient } from "stagepass/oauth";

/** Signs in, and signs out again if no key of the provider has signed the ID token. */
export async function signInVerified(client: OpenIdClient): Promise<void> {
  await client.login();
  try {
    await client.verifySignature();
  } catch (error) {
    await client.logout();
    throw error;
  }
}
