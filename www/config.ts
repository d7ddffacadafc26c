import type { StagepassConfig } from "stagepass";

/** The configuration from the demo's server. */
export interface DemoConfig {
  /** Which service, and as which app. */
  config: StagepassConfig;
  /** The tracks that exist before a user has uploaded one. */
  seededTracks: number[];
}

export async function readConfig(): Promise<DemoConfig> {
  const answer = await fetch("/config.json", { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`The demo's server has no /config.json (${answer.status}).`);
  const { seededTracks = [], ...config } = await answer.json();
  return { config, seededTracks };
}
