import type { Diagnosis } from "./diagnosis.js";
import type { StagepassError } from "./errors.js";
import type { Library, Tracks, Users } from "./rest.js";

export type * from "./diagnosis.js";
export type * from "./rest.js";
export type * from "./rule.js";
export type * from "./uploading.js";

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

/** What `login(options)` takes. */
export interface LoginOptions {
  /** What the app may do in the person's name. `write` includes `read` and needs an `apiKey`. */
  scope: "read" | "write";
  /** A window of its own (default), or this page itself, which leaves and comes back. */
  display?: "popup" | "fullScreen" | undefined;
  /** Where in the callback's address the answer stands. Default `"fragment"`, which no server and no `Referer` ever sees. */
  responseMode?: "fragment" | "query" | undefined;
  /** What to do where no popup can be opened. Default: fail with `popup_blocked`. */
  fallback?: "fullScreen" | undefined;
  /**
   * Where a full-page login ends: an address of this origin. Default: this page; where this page is the callback page
   * itself, it stays, and what was `appState` comes with `handleRedirect`'s result.
   */
  returnTo?: string | undefined;
  /** Any JSON value of the app's own, given back with the result. Kept in this browser, never sent to the service. */
  appState?: unknown;
  /** Ends the login with `aborted`, and closes its popup. */
  signal?: AbortSignal | undefined;
}

/** What a call that waits takes. */
export interface WaitOptions {
  /** Ends the wait with `aborted`. */
  signal?: AbortSignal | undefined;
}

/** The person who signed in. */
export interface User {
  /** The service's number for them. */
  userId: number;
  /** The name that they show. */
  name: string;
  /** Their handle, without the `@`. */
  handle: string;
  /** Whether the service vouches for who they are. */
  verified: boolean;
  /** Their picture, where they have one. */
  profilePicture?: ProfilePicture;
}

/** Addresses of one picture in several sizes (pixels). Any of them may be missing. */
export interface ProfilePicture {
  "150x150"?: string;
  "480x480"?: string;
  "1000x1000"?: string;
  /** Origins that serve the same paths, for when the first does not answer. */
  mirrors: string[];
}

/** Somebody is signed in. */
export interface SignedIn {
  kind: "signed-in";
  user: User;
  /** What was passed to `login` as `appState`. */
  appState?: unknown;
}

/** The page is on its way to another address: whatever comes after this will not run for long. */
export interface Redirecting {
  kind: "redirecting";
}

/** What `login` comes to. */
export type LoginResult = SignedIn | Redirecting;

/**
 * What `handleRedirect` comes to. `none`: the address holds no answer of Stagepass's, and was left as it is.
 * `handed-over`: this is the popup, the page that opened it has the answer, and the popup closes.
 * `redirecting`: signed in, on the way back to `returnTo`.
 */
export type RedirectResult = { kind: "none" } | { kind: "handed-over" } | SignedIn | Redirecting;

/**
 * Signing in. Every method rejects with a `StagepassError`: with `unsupported` on a server, with `config_invalid` where a
 * value of the configuration cannot be used, with `load_failed` where the core cannot be loaded; the next call tries to
 * load it again.
 */
export interface OAuth {
  /**
   * Signs somebody in (RFC 6749 section 4.1 with PKCE, RFC 7636).
   *
   * Call it in the click's handler, before anything is awaited: browsers open a window only there.
   *
   * The session is stored before the service is asked who signed in. Where only that fails (`network`, say), the login
   * rejects although somebody is signed in: `isAuthenticated` tells, and `getUser` asks again.
   *
   * Rejects with `option_invalid`, `popup_blocked`, `popup_closed`, `access_denied`, `authorization_failed`, `aborted`,
   * `timeout`, `network`, `exchange_refused`, `storage_unavailable` (a full page only), `issuer_mismatch` and those of
   * {@link OAuth.getUser}.
   */
  login(options: LoginOptions): Promise<LoginResult>;

  /**
   * Finishes a login; to be called on the callback page, as soon as it can. Calls at the same time share one result.
   *
   * The answer leaves the address bar first. Rejects with `callback_invalid`, `transaction_lost` (nothing in this browser
   * began this login) and those of {@link OAuth.login}.
   *
   * @param url The callback's address. Default: `location.href`.
   * @param options `signal` ends this wait only: a code can be redeemed once, so a login that is being finished finishes.
   */
  handleRedirect(url?: string, options?: WaitOptions): Promise<RedirectResult>;

  /** The person who is signed in, asked from the service. Rejects with `not_signed_in`, `session_expired`, `network`,
   * `timeout`, `bad_response`, `request_failed`. */
  getUser(options?: WaitOptions): Promise<User>;

  /** Whether a session is stored. Asks nobody: the service may have ended it meanwhile. */
  isAuthenticated(): Promise<boolean>;

  /** Discards the session, then has the service revoke it (RFC 7009). A service that cannot be reached does not make it fail. */
  logout(): Promise<void>;

  /** Whether somebody is signed in who has allowed this. `write` includes `read`. Asks nobody. */
  hasScope(scope: "read" | "write"): Promise<boolean>;

  /**
   * The access token, for calls that {@link Stagepass.fetch} cannot make: renewed first where it is stale. However many
   * calls and tabs ask at once, one of them renews it. Never put it into an address or a log.
   *
   * Rejects with `not_signed_in`, `session_expired`, `network`, `timeout`, `aborted`, `bad_response`, `request_failed`.
   */
  getAccessToken(options?: AccessTokenOptions): Promise<string>;

  /**
   * Looks what is wrong with this set-up: the configuration, this page, its browser, the service, the callback page. For
   * development and support: it takes up to ten seconds, asks the service twice and the app's own server a few times, in
   * nobody's name, and tries the callback page in a hidden frame. It neither disturbs a login nor keeps anything.
   *
   * What is wrong is told, never thrown: also where the configuration or the core cannot be used, and without a network.
   * Rejects with `aborted`, `unsupported`, and with `load_failed` where its own script cannot be loaded.
   */
  diagnose(options?: WaitOptions): Promise<Diagnosis>;

  /** How things stand, for what shows it: a store as `useSyncExternalStore` takes it. */
  readonly session: SessionStore;
}

/** What `getAccessToken` takes. */
export interface AccessTokenOptions extends WaitOptions {
  /** How long it has to be good for at least, in milliseconds. Default, and least: 30 seconds. */
  minValidityMs?: number | undefined;
  /** Renew it in any case. */
  forceRefresh?: boolean | undefined;
}

/** How things stand with somebody's session. A new object for each change, the same one in between. */
export interface SessionState {
  /**
   * `"loading"`: not known yet, and so on a server. `"expired"`: the service has ended the session, and nobody has signed in
   * or out since.
   */
  readonly status: "loading" | "signed-in" | "signed-out" | "expired";
  /** What is allowed, where somebody is signed in. */
  readonly scope?: "read" | "write";
  /** Who it is, once `login` or `getUser` has told on this page. */
  readonly user?: User;
}

/** Follows the session, whichever tab changes it. */
export interface SessionStore {
  /** How things stand. */
  get(): SessionState;
  /** Calls `listener` after each change. Gives what ends that. */
  subscribe(listener: () => void): () => void;
}

/** What `on` tells of, by the name that it listens to. Each is told once in every tab that has a client. */
export interface StagepassEvents {
  /** Somebody has signed in, here or in another tab. Not told of who is signed in already when the page is loaded. */
  signedIn: SessionState;
  /** Somebody has signed out, here or in another tab. */
  signedOut: SessionState;
  /** The service has ended the session: somebody has to sign in again. */
  expired: SessionState;
  /** The access token was renewed, here or in another tab. */
  refreshed: SessionState;
  /** A call was rejected with this, which is not `aborted`. Where several calls waited for the same, it is told once. */
  error: StagepassError;
}

/** What `stagepass(config)` returns. */
export interface Stagepass {
  oauth: OAuth;
  tracks: Tracks;
  library: Library;
  users: Users;
  /**
   * Like the browser's `fetch`, in the listener's name, to the service and to the `origins` of the configuration alone. A
   * relative address is taken from `baseUrl` (`"tracks/7"`). The access token is put in; after a 401 it is renewed once and
   * the request sent once more. A second 401 from the service ends the session; one from another origin is its answer.
   *
   * GET and HEAD are sent again, twice at most and a little later each time, where the network fails and where the answer is
   * 429 or 503 (after its `Retry-After`, if that is soon enough). Nothing else is ever sent again.
   *
   * A redirect is not followed, cookies are neither sent nor taken. Any other answer comes as it is, whatever its status.
   *
   * Rejects with `option_invalid` for an address of anybody else, before anything is sent; with `body_used` after a 401 to a
   * body that is a stream, which cannot be sent twice; with `not_signed_in`, `session_expired`, `network` (also for a
   * redirect), `timeout` (no answer in 30 s), `aborted`.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /**
   * Calls `listener` whenever this happens, in this tab or another. Gives what ends that; so does `signal`. What a listener
   * throws is reported as an uncaught error, and stops nothing.
   */
  on<Name extends keyof StagepassEvents>(
    name: Name,
    listener: (event: StagepassEvents[Name]) => void,
    options?: { signal?: AbortSignal | undefined },
  ): () => void;
  /** Lets go of everything that the client listens to. Whoever is signed in stays so. For a client that nobody needs any more. */
  dispose(): void;
  /** Resolves when the core is loaded and accepts the configuration. Nothing needs to wait for it. */
  ready(): Promise<void>;
}
