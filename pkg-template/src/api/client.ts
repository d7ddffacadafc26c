import type { StagepassError } from "../errors.js";
import type { Fetch } from "../fetch.js";
import type { Tokens } from "../session/token.js";
import type { Library, OAuth, Tracks, User, Users, WaitOptions } from "../types.js";
import type { Within } from "../wait.js";

/** What the client passes in: everything that acts for the user, in one place. */
export interface Client extends Tokens {
  fetch: Fetch;
  within: Within;
  getUser(options?: WaitOptions): Promise<User>;
  /** Resolves when the core is loaded and accepts the configuration. */
  ready(): Promise<void>;
}

/** All methods by their names. No two groups of the client have a name in common. */
export interface Api extends Tracks, Library, Users, Pick<OAuth, "getTicket" | "diagnose"> {
  /**
   * Writes to the console, once for a page, why a login does not end. Only the client itself calls it.
   *
   * @param isResponse Whether the page was opened with an authorization response. Then a login has not ended if the URL
   *   still has it: `handleRedirect` removes it.
   */
  explain(isResponse?: boolean): Promise<void>;
  /**
   * Opens the page on which the user signs out of the service. Returns whether it was opened. Only the client itself
   * calls it.
   *
   * @param returnTo The URL at which the user returns to the app. Default: that of the platform.
   */
  endSession(returnTo?: string, signal?: AbortSignal): Promise<boolean>;
}

/**
 * Opens the methods for one client.
 *
 * @param Kind The error class of the entry point, so that `instanceof` works for its users.
 */
export type OpenApi<Config> = (config: Config, client: Client, Kind: typeof StagepassError) => Api;
