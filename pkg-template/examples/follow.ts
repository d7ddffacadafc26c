import type { Stagepass } from "stagepass";

/** Keeps a corner of the page up to date, whichever tab signs in or out. Gives what ends that. */
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
