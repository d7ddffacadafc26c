import type { OpenApi } from "./api/client.js";
import type { CoreFunctions } from "./glue.js";
import type { Core } from "./load.js";
import type { LoginOptions } from "./types.js";

/** Returns the core for a call that `signal` may end; not a promise if the core is running, since a login must not wait. */
export type Load = (signal?: AbortSignal) => Core | Promise<Core>;

/** What the core's login is told of windows. */
export type LoginWindow = Pick<Parameters<CoreFunctions["login"]>[1], "features" | "popup">;

/** What a client runs on: a page in a browser (`browser/platform.ts`), or an app on a phone (`native/phone.ts`). */
export interface Platform<Config> {
  /** Returns what loads the core that a configuration wants. */
  core(config?: Config): Load;
  /** Waits for the core, then calls `begin`; at once if the core is running. */
  login<Result>(
    core: Core | Promise<Core>,
    options: Pick<LoginOptions, "display">,
    begin: (core: Core, window: LoginWindow) => Promise<Result>,
  ): Promise<Result>;
  /** Loads the methods of `tracks`, `library` and `users`. Called when one of them is first used. */
  api(): Promise<{ open: OpenApi<Config> }>;
}
