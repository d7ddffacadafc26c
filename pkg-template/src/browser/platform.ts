import { DPOP_OFFERED } from "../border.gen.js";
import type { Proofs } from "../dpop/proofs.js";
import { StagepassError } from "../errors.js";
import { coreFor } from "../load.js";
import type { Platform } from "../platform.js";
import type { StagepassConfig } from "../types.js";
import { type CoreFiles, engineOf } from "./engine.js";
import { addLink } from "./link.js";
import { closeIfBlank, openBlank } from "./popup.js";
import { storageOf } from "./storage.js";

const dpop: Proofs = {
  load: () =>
    // Bundlers detect the file by this exact expression. Keep it in one piece.
    import("../entry/dpop.js").catch((cause) => {
      throw new StagepassError("load_failed", { cause });
    }),
  async fetch(url, init) {
    const script = await dpop.load().catch((error) => {
      if (init.dpop !== DPOP_OFFERED) throw error;
    });
    return script ? script.send(url, init) : fetch(url, init);
  },
};

/** Returns the platform of a page in a browser, as far as clients of all providers use it. `files` load its core. */
export const pageWith = <Config extends Pick<StagepassConfig, "engine" | "wasmUrl" | "storage">>(
  files: CoreFiles,
): Omit<Platform<Config>, "api"> => ({
  core(config) {
    const engine = engineOf(files, config);
    return (signal) => coreFor(engine, signal);
  },
  // An async function runs synchronously up to its first await. If the core is running, there is none before the core's
  // `window.open`. Otherwise a blank window is opened here, before the wait. Both happen within the click.
  async login(core, { display, baseUrl }, begin) {
    const isLoading = core instanceof Promise;
    const popup = isLoading && (display ?? "popup") === "popup" ? openBlank() : undefined;
    // So that the code exchange does not wait for a handshake.
    const connection = addLink("preconnect", baseUrl);
    try {
      return await begin(isLoading ? await core : core, { popup });
    } catch (error) {
      closeIfBlank(popup);
      throw error;
    } finally {
      connection.remove();
    }
  },
  dpop,
  storage: ({ storage }) => storageOf(storage),
});

/** Returns the platform of a page in a browser. `files` load its core. */
export const browserWith = (files: CoreFiles): Platform<StagepassConfig> => ({
  ...pageWith(files),
  // Bundlers detect the file by this exact expression. Keep it in one piece.
  api: () => import("../entry/api.js"),
});
