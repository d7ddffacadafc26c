import { handleRedirect, isStagepassError } from "stagepass/oauth";

/** Finishes a login on a route of the app. Call it before the router changes the address. */
export async function onCallbackRoute(): Promise<string> {
  try {
    const result = await handleRedirect();
    if (result.kind === "none") return "There is no sign-in to finish here.";
    return result.kind === "signed-in" ? `Hello, ${result.user?.name ?? "user"}.` : "One moment…";
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    return error.title;
  }
}
