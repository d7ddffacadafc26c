import { isStagepassError, type Stagepass } from "stagepass/react-native";

/** Signs a user in, and returns how it went. `signal` closes the browser. */
export async function signIn(sp: Stagepass, place: string, signal: AbortSignal): Promise<string> {
  try {
    const result = await sp.oauth.login({ scope: "write", appState: { place }, signal });
    return result.kind === "signed-in" ? `Hello, ${result.user?.name ?? "listener"}.` : "";
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    switch (error.code) {
      case "popup_closed": // The user closed the browser. A late response still signs them in, and fires `signed-in`.
      case "aborted":
        return "";
      case "access_denied":
        return "You have not allowed it.";
      default:
        return error.title;
    }
  }
}
