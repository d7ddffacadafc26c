import type { LoginOptions, LoginResult, Stagepass } from "stagepass";

/**
 * Signs in by popup, or by a full-page redirect if the popup is blocked. Call it in a click handler. Aborts after ten
 * minutes.
 */
export function signIn(sp: Stagepass, scope: LoginOptions["scope"]): Promise<LoginResult> {
  return sp.oauth.login({ scope, fallback: "redirect", signal: AbortSignal.timeout(600_000) });
}
