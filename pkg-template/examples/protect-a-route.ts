import type { Stagepass } from "stagepass";

/** What a router shows at a protected route. */
export type Gate = "page" | "sign-in" | "sign-in-again";

/** Returns what to show. Sends no request. Rejects with `load_failed` if the core cannot be loaded. */
export async function gateOf(sp: Stagepass, scope: "read" | "write" = "read"): Promise<Gate> {
  await sp.ready();
  const session = sp.oauth.session.get();
  if (session.status === "signed-in") return (await sp.oauth.hasScope(scope)) ? "page" : "sign-in";
  return session.status === "expired" ? "sign-in-again" : "sign-in";
}

/** Calls `leave` when the session ends, in this tab or another. Returns an unsubscribe function. */
export function onSessionEnd(sp: Stagepass, leave: () => void): () => void {
  return sp.oauth.session.subscribe(() => {
    if (sp.oauth.session.get().status !== "signed-in") leave();
  });
}
