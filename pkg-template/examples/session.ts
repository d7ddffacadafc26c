import { isStagepassError, type Stagepass, type User } from "stagepass";

/** Who is signed in, or null: to be called when the page loads. */
export async function currentUser(sp: Stagepass): Promise<User | null> {
  try {
    return await sp.oauth.getUser();
  } catch (error) {
    if (isStagepassError(error) && (error.code === "not_signed_in" || error.code === "session_expired")) return null;
    throw error;
  }
}
