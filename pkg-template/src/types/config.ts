/** What `stagepass(config)` takes. */
export interface StagepassConfig {
  /** The service's address with its version segment, such as `https://music.example/v1`. https, or http to localhost. */
  baseUrl: string;
  /** The registered app's API key: `0x` and 40 hexadecimal digits. */
  apiKey?: string | undefined;
  /** In place of an API key: a name to show to the person. Such an app may only `read`. */
  appName?: string | undefined;
  /**
   * The address of the callback page, letter for letter as it is registered, of this page's own origin. No fragment
   * (RFC 6749 section 3.1.2).
   */
  redirectUri: string;
  /**
   * The origin of the access server that decides about gated tracks, such as `https://gate.example`. https, or http to
   * localhost. Needed to play a gated track, and to create one with a `rule`. Never taken from a track: a track's owner
   * could name any.
   */
  accessServer?: string | undefined;
  /**
   * Other origins than the service's that `fetch` may take the access token to, such as `["https://files.example"]`. https,
   * or http to localhost.
   */
  origins?: readonly string[] | undefined;
  /**
   * Where the session is kept: `"local"` (default), which all tabs share; `"session"`, for this tab; `"memory"`, for this
   * page; or a store of the app's own. Where the browser keeps nothing, the session lives as long as the page.
   *
   * A login under way is kept in localStorage whatever stands here (its verifier and `appState`, no token): a callback page
   * finishes it without any configuration. One that nobody finishes stays until a login that begins an hour later, or more.
   */
  storage?: "local" | "session" | "memory" | SessionStorage | undefined;
  /**
   * Keeps the sessions of one app apart, where somebody is signed in with several accounts at once: clients with different
   * keys do not see each other's. Any text, such as `"work"`, up to 200 bytes.
   */
  accountKey?: string | undefined;
  /** Refuse an answer without `iss` (RFC 9207). Default false: an `iss` that is there must be right, its absence is taken. */
  requireIss?: boolean | undefined;
  /**
   * Where `core.wasm` is served, if not beside the script. The core is loaded once for a page: the first to load decides.
   * `stagepass/inline` needs none.
   */
  wasmUrl?: string | URL | undefined;
  /**
   * What the core runs as: `"wasm"`; `"js"`, the same core in JavaScript, which is slower to load; or `"auto"` (default), the
   * first where the page may use WebAssembly. Only the one that is used is loaded, once for a page.
   */
  engine?: "auto" | "wasm" | "js" | undefined;
}

/**
 * A store of the app's own: the part of the browser's `Storage` that Stagepass needs. Synchronous, since a login must not wait
 * between the click and its window. What it throws is survived; the session then lives as long as the page.
 *
 * What other tabs do to it is noticed when the page is turned to again.
 */
export type SessionStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;
