/** The configuration for `stagepass(config)`: with an `apiKey`, an `appName`, or both. */
export type StagepassConfig = StagepassSettings & AppIdentity;

/** How an app identifies itself to the service. */
export type AppIdentity = RegisteredApp | UnregisteredApp;

/** An app that is registered at the service. */
export interface RegisteredApp {
  /** The API key: at most 256 visible ASCII characters. It alone identifies the app. */
  apiKey: string;
  /** It is not sent: the service shows the name that is registered for the key. */
  appName?: string | undefined;
}

/** An app that is not registered. It can only `read`. */
export interface UnregisteredApp {
  /** The name to show to the user. At most 200 bytes. */
  appName: string;
  /** Only a registered app has one. */
  apiKey?: undefined;
}

/** The fields of the configuration that do not depend on the app's registration. */
export interface StagepassSettings {
  /** The service's URL with its version segment, such as `https://music.example/v1`. https, or http on localhost. */
  baseUrl: string;
  /**
   * The URL of the callback page, letter for letter as it is registered. It must be on this page's own origin and have
   * no fragment (RFC 6749 section 3.1.2). Only a login needs it: a client on the callback page may omit it.
   */
  redirectUri?: string | undefined;
  /**
   * The origin of the access server that decides about gated tracks, such as `https://gate.example`. https, or http on
   * localhost. Needed to play a gated track, and to create a track with a `rule`. It is never read from a track,
   * because the track's owner could name any server.
   */
  accessServer?: string | undefined;
  /**
   * Other origins to which `fetch` may send the access token, such as `["https://files.example"]`. https, or http on
   * localhost.
   */
  origins?: readonly string[] | undefined;
  /**
   * Where the session is stored: `"local"` (default, shared by all tabs), `"session"` (this tab), `"memory"` (this
   * page), or a store of your own. If the browser stores nothing, the session ends with the page.
   *
   * A transaction is always stored in localStorage: the code verifier and `appState`, but no token. So a callback page
   * needs no configuration. A login removes transactions that are older than an hour.
   */
  storage?: "local" | "session" | "memory" | SessionStorage | undefined;
  /**
   * Separates the sessions of one app, for users with several accounts. Clients with different keys do not share a
   * session. Any string, such as `"work"`, of at most 200 bytes.
   */
  accountKey?: string | undefined;
  /**
   * Whether to reject an authorization response without `iss` (RFC 9207). Default false. An `iss` that is present must
   * always be right.
   */
  requireIss?: boolean | undefined;
  /**
   * How requests to the token endpoint are encoded: as `"json"` (default), or as a `"form"` (RFC 6749 section 4.1.3),
   * which every OAuth server takes. A Stagepass service says that it takes forms. Then they are forms without this.
   */
  tokenFormat?: "json" | "form" | undefined;
  /**
   * Whether to bind new sessions to a key of this browser (DPoP, RFC 9449). Then a stolen token is useless elsewhere.
   *
   * - `true` always does. A login fails with `storage_unavailable` if the browser cannot make or store the key. It
   *   fails with `bad_response` if the service issues a token that is not bound.
   * - `"auto"` does if the service's metadata offers it with ES256 and the browser can. Otherwise the session is not
   *   bound.
   * - `false` (default) does not.
   *
   * The key stays in IndexedDB, and no script can read it. A session that is bound is never used without it: if it is
   * lost, the session ends with `session_expired`.
   */
  dpop?: "auto" | boolean | undefined;
  /**
   * The URL of `core.wasm`, if it is not beside the script. The core is loaded once for a page: the first load decides.
   * It must be the file of the same version: any other rejects with `load_failed`. `stagepass/inline` does not need it.
   */
  wasmUrl?: string | URL | undefined;
  /**
   * The form of the core: `"wasm"`, `"js"` (the same core in JavaScript, slower to load) or `"auto"` (default).
   * `"auto"` uses WebAssembly if the page allows it. One form is loaded, once for a page.
   */
  engine?: "auto" | "wasm" | "js" | undefined;
}

/**
 * A session store of your own: the part of the browser's `Storage` that Stagepass needs. It is synchronous, because a
 * login must not wait between the click and its popup. If it throws, the session ends with the page.
 *
 * Stagepass reads changes by other tabs when the page gets the focus again.
 */
export type SessionStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;
