import type { Stagepass } from "stagepass";

/** What to show to a developer, or to put into a letter to support. */
export async function report(sp: Stagepass): Promise<string> {
  const { ok, findings } = await sp.oauth.diagnose({ signal: AbortSignal.timeout(15_000) });
  const lines = findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  return [ok ? "Signing in can work." : "Nobody can sign in.", ...lines].join("\n");
}
