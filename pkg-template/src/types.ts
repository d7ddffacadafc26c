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
  /** Refuse an answer without `iss` (RFC 9207). Default false: an `iss` that is there must be right, its absence is taken. */
  requireIss?: boolean | undefined;
  /**
   * Where `core.wasm` is served, if not beside the script. The core is loaded once for a page: the first to load decides.
   * `stagepass/inline` needs none.
   */
  wasmUrl?: string | URL | undefined;
}

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
}

/** What `stagepass(config)` returns. */
export interface Stagepass {
  oauth: OAuth;
  /** Resolves when the core is loaded and accepts the configuration. Nothing needs to wait for it. */
  ready(): Promise<void>;
}
