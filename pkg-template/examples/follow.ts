import type { Stagepass } from "stagepass";

/** Shows the session in an element, also after a change in another tab. Returns an unsubscribe function. */
export function showSession(sp: Stagepass, corner: HTMLElement): () => void {
  const { session } = sp.oauth;
  const show = () => {
    const { status, user } = session.get();
    const here = user?.name ?? "Signed in";
    corner.textContent = { loading: "…", "signed-in": here, "signed-out": "", expired: "Please sign in again" }[status];
  };
  show();
  return session.subscribe(show);
}
