import { isStagepassError, type OpenIdClient } from "stagepass/oauth";

/**
 * Signs the user in without a page of the provider, if that is possible. Call it in a click handler, because it opens a
 * popup for a moment. Returns whether the user is signed in.
 */
export async function continueSession(client: OpenIdClient, loginHint?: string): Promise<boolean> {
  try {
    await client.login({ prompt: "none", loginHint });
    return true;
  } catch (error) {
    // The provider needs the user: offer a button that calls `login` without `prompt`.
    if (isStagepassError(error) && error.code === "interaction_required") return false;
    throw error;
  }
}
