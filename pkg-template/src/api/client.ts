import type { Fetch } from "../fetch.js";
import type { Tokens } from "../token.js";
import type { User, WaitOptions } from "../types.js";
import type { Within } from "../wait.js";

/** What the client hands in: all that acts for the listener, in one place for them all. */
export interface Client extends Tokens {
  fetch: Fetch;
  within: Within;
  getUser(options?: WaitOptions): Promise<User>;
  /** Resolves when the core is there and accepts the configuration. */
  ready(): Promise<void>;
}
