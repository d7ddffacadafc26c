import type { StagepassError } from "./errors.js";

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
   * A login under way is kept in localStorage whatever stands here (its verifier and `appState`, no token), for an hour at
   * most: a callback page finishes it without any configuration.
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
   * itself, it stays.
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

/** A track, as the service tells it. */
export interface Track {
  /** The service's number for it. */
  id: number;
  title: string;
  genre?: string;
  description?: string;
  /** Whose track it is. */
  user: User;
  /** How long it plays, in whole seconds. */
  duration: number;
  /** The content's address, which the audio is stored under. */
  trackCid: string;
  /** Ethereum addresses, any one of which may give access to the audio. Empty: everybody may hear it. */
  accessAuthorities: string[];
}

/** What `tracks.create` takes. */
export interface NewTrack {
  /** 1 to 200 characters. */
  title: string;
  /** What `tracks.upload` gave: the content of an upload of one's own. */
  trackCid: string;
  genre?: string | undefined;
  description?: string | undefined;
  /** Ethereum addresses, any one of which may give access to the audio. Left out or empty: everybody may hear it. */
  accessAuthorities?: readonly string[] | undefined;
  /**
   * Who may hear it, decided by the `accessServer` of the configuration, which then creates the track and becomes its one
   * authority. Cannot be given together with `accessAuthorities`.
   */
  rule?: AccessRule | undefined;
}

/** Where a listener has to be: countries by ISO code or by name. */
export type AccessRule = { geo: { in: readonly string[] } } | { geo: { not_in: readonly string[] } };

/** How far an upload is, in bytes. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** What `tracks.upload` takes. */
export interface UploadOptions extends WaitOptions {
  /** Called as bytes are sent. What had to be sent again is counted back first. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** An upload that is complete, and that the service knows to be audio. */
export interface Upload {
  uploadId: string;
  /** The content's address: what `tracks.create` takes. */
  trackCid: string;
  /** The type that the service found, such as `audio/mpeg`. */
  mimeType: string;
  /** How long it plays, in seconds, with fractions. */
  duration: number;
}

/**
 * A track on an audio element, looked after: when the audio's address gets too old, a new one is asked for, and the track
 * goes on where it was, playing or paused as it was.
 */
export interface Playback {
  /** Ends it: the element falls silent, lets go of the track, and is looked after no longer. */
  stop(): void;
  /**
   * Settles when the element is looked after no longer. Resolves after {@link Playback.stop}, the end of `signal`, another
   * `play` on the same element, or a `src` that somebody else gave it. Rejects with a `StagepassError` where the track
   * cannot go on. A rejection that nobody looks at is no unhandled one.
   *
   * The end of the track does not settle it, since the listener may press play again: that is the element's own `ended`.
   */
  readonly finished: Promise<void>;
}

/**
 * Tracks. Every method rejects with a `StagepassError`: those of {@link OAuth} that concern loading and the configuration;
 * `aborted`, `network`, `timeout` (30 s), `bad_response`, `request_failed`; where it acts for the listener also
 * `not_signed_in`, `session_expired` and `forbidden` (the scope `write` is missing, or it is somebody else's).
 */
export interface Tracks {
  /**
   * Uploads audio for the listener, in pieces, and goes on where it was after a failure of the network. Needs `write`.
   *
   * An abort leaves what was uploaded to the service, which sweeps it out. Rejects with `upload_refused` for what is no
   * audio; with `timeout` where nothing moves for 30 s in spite of some new tries.
   */
  upload(file: Blob, options?: UploadOptions): Promise<Upload>;
  /**
   * Makes a track of an upload. Needs `write`. With a `rule` the access server makes it: rejects with `access_refused`
   * where that does not want to, with `config_invalid` where there is no `accessServer`.
   */
  create(track: NewTrack, options?: WaitOptions): Promise<Track>;
  /** A track. Nobody needs to be signed in. Rejects with `not_found`. */
  get(id: number, options?: WaitOptions): Promise<Track>;
  /**
   * The address of a track's audio, for an `<audio>` element. That of a gated track is good for about one listen, and is
   * asked from the access server, which is told who listens where somebody is signed in, by a ticket for it alone: never
   * by a token.
   *
   * Rejects with `not_found`, `access_refused`, and with `config_invalid` for a gated track where there is no
   * `accessServer`.
   */
  streamUrl(id: number, options?: WaitOptions): Promise<string>;
  /**
   * Plays a track on an audio element, and looks after it: see {@link Playback}. Resolves as soon as it plays. Call it in
   * the handler of a click. A second call for the same element supersedes the first, which then rejects with `aborted` if
   * it was not playing yet.
   *
   * Rejects with those of {@link Tracks.streamUrl}, and with `playback_blocked`, `playback_failed`, `forbidden`.
   *
   * @param options `signal` ends it, like {@link Playback.stop}, also when it plays already.
   */
  play(audio: HTMLMediaElement, id: number, options?: WaitOptions): Promise<Playback>;
  /** Deletes a track of the listener's own. Needs `write`. Rejects with `not_found`. */
  delete(id: number, options?: WaitOptions): Promise<void>;
}

/** The listener's own library. Rejects as {@link Tracks} does. */
export interface Library {
  /** Saves a track; one that is saved stays so. Needs `write`. */
  save(trackId: number, options?: WaitOptions): Promise<void>;
  /** Takes a track out; one that is not in it stays out. Needs `write`. */
  remove(trackId: number, options?: WaitOptions): Promise<void>;
  /** The saved tracks, the last saved first. */
  list(options?: WaitOptions): Promise<Track[]>;
}

/** People. Rejects as {@link Tracks} does. */
export interface Users {
  /** Somebody's tracks, the newest first. Nobody needs to be signed in. */
  tracks(userId: number, options?: WaitOptions): Promise<Track[]>;
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
