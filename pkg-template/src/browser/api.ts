// The methods of tracks, library and users in a browser: a script of its own, loaded when one is first called. It shares no
// module with the scripts that load it, or there would be two of each; what it needs of them is handed in.

import type { Api, OpenApi } from "../api/client.js";
import { openShared } from "../api/open.js";
import type { StagepassConfig } from "../types.js";
import { openPlayer } from "./play.js";

export const open: OpenApi<StagepassConfig> = (config, client, Kind) => {
  const { methods, service, wire } = openShared(config, client, Kind);
  /** Bundlers find a file by the very expression that loads it: that must stay in one piece. */
  const loaded = <Script>(script: Promise<Script>): Promise<Script> =>
    script.catch((cause) => {
      throw wire.fail("load_failed", { cause });
    });
  let opened: Pick<Api, "upload" | "discardUpload"> | undefined;
  const uploads = async () => {
    const { openUploads } = await loaded(import("../entry/upload.js"));
    opened ??= openUploads(config.storage, service, wire);
    return opened;
  };
  return {
    ...methods,
    play: openPlayer(methods.streamUrl, wire),
    upload: async (...values) => (await uploads()).upload(...values),
    discardUpload: async (...values) => (await uploads()).discardUpload(...values),
    async diagnose(options) {
      if (typeof document === "undefined") throw wire.fail("unsupported");
      const script = await loaded(import("../entry/diagnose.js"));
      return script.diagnose(config, client, options);
    },
  };
};
