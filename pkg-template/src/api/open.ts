// What is plain REST: its own script, loaded when a method is first called. It shares no module with the scripts that load
// it, or there would be two of each; what it needs of them is handed in.

import type { StagepassError } from "../errors.js";
import type { Library, Stagepass, StagepassConfig, Tracks, Users } from "../types.js";
import { openAccessServer } from "./access.js";
import { failing } from "./failure.js";
import { openLibrary } from "./library.js";
import { openPlayer } from "./play.js";
import { openService } from "./service.js";
import { openTracks } from "./tracks.js";
import { openWire } from "./wire.js";

/** Gives an access token: renewed where it is stale, or `refused`, which is the one that has just been answered with 401. */
export type TokenSource = (options: { signal: AbortSignal | undefined; refused?: string }) => Promise<string>;

/** Every method, by its name alone: no two of the groups that the client puts them into share one. */
export type Api = Pick<Stagepass, "fetch"> & Tracks & Library & Users;

/**
 * The methods for one client.
 *
 * @param ready Resolves when the core is there and accepts the configuration.
 * @param Kind The class of the entry point's own, so that its users' `instanceof` knows what is thrown here.
 */
export const open = (
  config: StagepassConfig,
  token: TokenSource,
  ready: () => Promise<void>,
  Kind: typeof StagepassError,
): Api => {
  const failures = failing(Kind);
  const wire = openWire(failures, ready);
  const service = openService(config.baseUrl, token, wire);
  const access = openAccessServer(config.accessServer, token, service, wire);
  const tracks = openTracks(service, access, wire);
  return {
    fetch: service.fetch,
    ...tracks,
    play: openPlayer(tracks.streamUrl, wire),
    ...openLibrary(service, wire),
    async upload(file, options) {
      let script: typeof import("../entry/upload.js");
      try {
        script = await import("../entry/upload.js");
      } catch (cause) {
        throw failures.fail("load_failed", { cause });
      }
      return script.upload(file, options, service, wire);
    },
  };
};
