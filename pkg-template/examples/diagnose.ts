import type { Stagepass } from "stagepass";

/** Returns a report for a developer or for support. */
export async function report(sp: Stagepass): Promise<string> {
  const { ok, findings } = await sp.oauth.diagnose({ signal: AbortSignal.timeout(15_000) });
  const lines = findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  return [ok ? "Signing in can work." : "Users cannot sign in, or not in every way.", ...lines].join("\n");
}
