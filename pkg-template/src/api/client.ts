import type { StagepassError } from "../errors.js";
import type { Fetch } from "../fetch.js";
import type { Tokens } from "../token.js";
import type { Library, OAuth, Tracks, User, Users, WaitOptions } from "../types.js";
import type { Within } from "../wait.js";

/** What the client hands in: all that acts for the listener, in one place for them all. */
export interface Client extends Tokens {
  fetch: Fetch;
  within: Within;
  getUser(options?: WaitOptions): Promise<User>;
  /** Resolves when the core is there and accepts the configuration. */
  ready(): Promise<void>;
}

/** Every method, by its name alone: no two of the groups that the client puts them into share one. */
export type Api = Tracks & Library & Users & Pick<OAuth, "diagnose">;

/**
 * Opens the methods for one client.
 *
 * @param Kind The class of the entry point's own, so that its users' `instanceof` knows what is thrown here.
 */
export type OpenApi<Config> = (config: Config, client: Client, Kind: typeof StagepassError) => Api;
