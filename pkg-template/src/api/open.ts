// What is plain REST: its own script, loaded when a method is first called. It shares no module with the scripts that load
// it, or there would be two of each; what it needs of them is handed in.

import type { StagepassError } from "../errors.js";
import type { Library, OAuth, StagepassConfig, Tracks, Users } from "../types.js";
import { openAccessServer } from "./access.js";
import type { Client } from "./client.js";
import { failing } from "./failure.js";
import { openLibrary } from "./library.js";
import { openPlayer } from "./play.js";
import { openService } from "./service.js";
import { openTracks } from "./tracks.js";
import { openWire } from "./wire.js";

/** Every method, by its name alone: no two of the groups that the client puts them into share one. */
export type Api = Tracks & Library & Users & Pick<OAuth, "diagnose">;

/**
 * The methods for one client.
 *
 * @param Kind The class of the entry point's own, so that its users' `instanceof` knows what is thrown here.
 */
export const open = (config: StagepassConfig, client: Client, Kind: typeof StagepassError): Api => {
  const failures = failing(Kind);
  const wire = openWire(failures, client);
  const service = openService(config.baseUrl, client, wire);
  const access = openAccessServer(config.accessServer, service, wire);
  const tracks = openTracks(service, access, wire);
  /** Bundlers find a file by the very expression that loads it: that must stay in one piece. */
  const loaded = <Script>(script: Promise<Script>): Promise<Script> =>
    script.catch((cause) => {
      throw failures.fail("load_failed", { cause });
    });
  const desk = { service, wire, storage: config.storage };
  const uploading = () => loaded(import("../entry/upload.js"));
  return {
    ...tracks,
    play: openPlayer(tracks.streamUrl, wire),
    ...openLibrary(service, wire),
    async upload(file, options) {
      return (await uploading()).upload(file, options, desk);
    },
    async discardUpload(uploadId, options) {
      return (await uploading()).discard(uploadId, options, desk);
    },
    async diagnose(options) {
      if (typeof document === "undefined") throw failures.fail("unsupported");
      const script = await loaded(import("../entry/diagnose.js"));
      return script.diagnose(config, client, options);
    },
  };
};
