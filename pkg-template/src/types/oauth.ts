import type { WaitOptions } from "./call.js";
import type { Diagnosis } from "./diagnosis.js";
import type { User } from "./user.js";

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
   * The access token, for calls that the client's `fetch` cannot make: renewed first where it is stale. However many
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
