import type { OpenApi } from "./api/client.js";
import type { Proofs } from "./dpop/proofs.js";
import type { CoreFunctions } from "./glue.js";
import type { Core } from "./load.js";
import type { ClientStorage } from "./session/stored.js";
import type { LoginOptions } from "./types.js";

/** Returns the core. `signal` aborts the call. Not a promise if the core is running, because a login must not wait. */
export type Load = (signal?: AbortSignal) => Core | Promise<Core>;

/** The window option of the core's login. */
export type LoginWindow = Pick<Parameters<CoreFunctions["login"]>[1], "popup">;

/** The platform of a client: a page in a browser (`browser/platform.ts`) or an app on a phone (`native/phone.ts`). */
export interface Platform<Config> {
  /** Returns the function that loads the core of a configuration. */
  core(config?: Config): Load;
  /** Waits for the core, then calls `begin`. If the core is running, it calls `begin` at once. */
  login<Result>(
    core: Core | Promise<Core>,
    options: Pick<LoginOptions, "display"> & { baseUrl: string },
    begin: (core: Core, window: LoginWindow) => Promise<Result>,
  ): Promise<Result>;
  /** Returns where the session of a configuration is stored, or throws. `key` is that of the user's profile. */
  storage(config: Config, key: string): ClientStorage | undefined;
  /** Sends requests with proofs. */
  dpop?: Proofs;
  /** Loads the methods of `tracks`, `library` and `users`. Called on their first use. */
  api(): Promise<{ open: OpenApi<Config> }>;
}
