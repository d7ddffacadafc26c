import { coreFor } from "../load.js";
import type { Platform } from "../platform.js";
import type { StagepassConfig } from "../types.js";
import { type Compile, engineOf } from "./engine.js";
import { closeIfBlank, features, openBlank } from "./popup.js";

/** A page in a browser, whose core comes as `compile` brings it. */
export const browserWith = (compile: Compile): Platform<StagepassConfig> => ({
  core(config) {
    const engine = engineOf(compile, config);
    return (signal) => coreFor(engine, signal);
  },
  // An async function runs synchronously up to its first await. With the core running there is none before the core's own
  // `window.open`; without it, the window is opened here, blank, before the wait. Either way it belongs to the click.
  async login(core, { display }, begin) {
    const isLoading = core instanceof Promise;
    const popup = isLoading && display !== "fullScreen" ? openBlank() : undefined;
    try {
      return await begin(isLoading ? await core : core, { features: features(), popup });
    } catch (error) {
      closeIfBlank(popup);
      throw error;
    }
  },
  // Bundlers find the file by this very expression: it must stay in one piece.
  api: () => import("../entry/api.js"),
});
