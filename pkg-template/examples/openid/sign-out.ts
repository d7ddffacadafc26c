import type { OpenIdClient } from "stagepass/oauth";

/** Signs out of the app and of the provider, and returns to a page that is registered there for this. */
export async function signOut(client: OpenIdClient): Promise<void> {
  const { opened } = await client.logout({ service: true, returnTo: "/goodbye" });
  // The provider has no sign-out page.
  if (!opened) location.assign("/goodbye");
}
