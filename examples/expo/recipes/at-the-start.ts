import { isStagepassError, type Stagepass } from "stagepass/react-native";

/**
 * Call this when the app starts. Returns the user who is signed in, by a login that ended while the app was closed or
 * by an earlier one. `place` is the `appState` of the login that ended while the app was closed.
 */
export async function begin(sp: Stagepass): Promise<{ name: string; place: unknown } | null> {
  try {
    await sp.ready();
    const late = await sp.oauth.handleRedirect();
    if (late.kind === "signed-in") return { name: late.user?.name ?? "listener", place: late.appState };
    return (await sp.oauth.isAuthenticated()) ? { name: (await sp.oauth.getUser()).name, place: undefined } : null;
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    console.warn(error.message);
    return null;
  }
}
