import { isStagepassError, type Stagepass } from "stagepass";

export async function onCallbackPage(sp: Stagepass): Promise<string> {
  try {
    const result = await sp.oauth.handleRedirect();
    switch (result.kind) {
      case "none":
        return "There is no sign-in to finish here.";
      case "handed-over":
        return "You can close this window.";
      case "signed-in":
        return `Hello, ${result.user?.name ?? "listener"}.`;
      case "returning":
        return "One moment…";
    }
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    return error.title;
  }
}
