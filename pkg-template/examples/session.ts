import { isStagepassError, type Stagepass, type User } from "stagepass";

/** Returns the signed-in user, or null. Call it when the page loads. */
export async function currentUser(sp: Stagepass): Promise<User | null> {
  try {
    return await sp.oauth.getUser();
  } catch (error) {
    if (isStagepassError(error) && (error.code === "not_signed_in" || error.code === "session_expired")) return null;
    throw error;
  }
}
