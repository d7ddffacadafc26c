import type { LoginOptions, LoginResult, Stagepass } from "stagepass";

/** To be called in a click: by popup; where the browser refuses one, by the page itself. Give up after ten minutes. */
export function signIn(sp: Stagepass, scope: LoginOptions["scope"]): Promise<LoginResult> {
  return sp.oauth.login({ scope, fallback: "redirect", signal: AbortSignal.timeout(600_000) });
}
