import { isStagepassError, type OpenIdClient, type OpenIdUser } from "stagepass/oauth";

/** Returns the signed-in user, or null. Call it when the page loads. */
export async function currentUser(client: OpenIdClient): Promise<OpenIdUser | null> {
  try {
    return await client.getUser();
  } catch (error) {
    if (isStagepassError(error) && (error.code === "not_signed_in" || error.code === "session_expired")) return null;
    throw error;
  }
}

/** Shows the user, also after a change in another tab. Returns an unsubscribe function. */
export function follow(client: OpenIdClient, corner: HTMLElement): () => void {
  const show = () => {
    const { status, user } = client.session.get();
    corner.textContent = status === "signed-in" ? (user?.name ?? "Signed in") : "";
  };
  show();
  return client.session.subscribe(show);
}
