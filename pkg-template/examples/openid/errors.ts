import { isStagepassError, type OpenIdClient } from "stagepass/oauth";

/** Returns what to show to the user. What the developer needs goes to the console. */
export async function signIn(client: OpenIdClient): Promise<string> {
  try {
    await client.login();
    return "";
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    switch (error.code) {
      case "popup_closed":
      case "superseded":
        return "";
      case "provider_invalid":
      case "id_token_invalid":
        // Names the member of the metadata, or the claim.
        console.error(error.code, error.description);
        return error.title;
      default:
        return error.title;
    }
  }
}
