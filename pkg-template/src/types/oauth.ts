import type { WaitOptions } from "./call.js";
import type { Diagnosis } from "./diagnosis.js";
import type { SessionUser, User } from "./user.js";

/** Options of `login`. */
export interface LoginOptions {
  /** What the app may do for the user. `write` includes `read` and needs an `apiKey`. */
  scope: "read" | "write";
  /** Whether to sign in in a popup (default) or by a full-page redirect. `"fullScreen"` is the same as `"redirect"`. */
  display?: "popup" | "redirect" | "fullScreen" | undefined;
  /**
   * How the authorization response returns. Default `"fragment"`: in the part of the callback URL that no server and no
   * `Referer` receives. `"web_message"`: the service's page in the popup posts it to this page, so the popup loads no
   * callback page. Only for a popup, and only if the service supports it (`response_modes_supported` in its metadata).
   * The callback page is still needed: the popup goes there if this page does not answer in time.
   */
  responseMode?: "fragment" | "query" | "web_message" | undefined;
  /** What to do if the popup is blocked, as in `display`. Default: reject with `popup_blocked`. */
  fallback?: "redirect" | "fullScreen" | undefined;
  /**
   * The URL at which a full-page login ends, on this origin, such as `"/profile"`. Default: this page. If this
   * page is the callback page, the login ends here, and `handleRedirect` also returns `appState`.
   */
  returnTo?: string | undefined;
  /**
   * A JSON value that the result returns. After a full-page login, the event `signed-in` has it, on the page where the
   * login ends. It is stored in this browser and never sent to the service.
   */
  appState?: unknown;
  /**
   * What the service must do (OpenID Connect Core section 3.1.2.1): sign the user in again (`"login"`), ask for consent
   * again (`"consent"`), or let the user choose an account (`"select_account"`).
   *
   * `"none"` shows no page: if the service needs the user, the login rejects with `interaction_required`. It still
   * opens a popup or leaves the page.
   */
  prompt?: "none" | "login" | "consent" | "select_account" | undefined;
  /** The user's name or email address at the service, if your app knows it. The service can fill it in. */
  loginHint?: string | undefined;
  /** How long ago the user may have signed in at the service, in whole seconds. `0`: the user signs in again. */
  maxAge?: number | undefined;
  /** The languages of the service's pages, best first, separated by spaces, such as `"de-AT de en"`. */
  uiLocales?: string | undefined;
  /**
   * Other parameters of the authorization request, for a service that needs them. A name that Stagepass itself sends is
   * rejected with `option_invalid`. All parameters of the app together have at most 2,000 bytes in the URL.
   */
  extraParams?: { readonly [name: string]: string | undefined } | undefined;
  /** Aborts the login, which then rejects with `aborted`, and closes its popup. */
  signal?: AbortSignal | undefined;
}

/** Options of `switchAccount`. */
export interface SwitchAccountOptions extends Omit<LoginOptions, "scope" | "prompt"> {
  /** As in `login`. Default: the scope of the session. Required if no user is signed in. */
  scope?: "read" | "write" | undefined;
}

/** The user is signed in. */
export interface SignedIn {
  /** The kind of result. */
  kind: "signed-in";
  /**
   * The user who signed in. Missing if the profile could not be read: the event `error` has the reason, and `getUser`
   * asks again.
   */
  user?: User;
  /** The `appState` that was passed to `login`. */
  appState?: unknown;
}

/** The page is leaving for the service. Code after this runs only briefly. */
export interface Redirecting {
  /** The kind of result. */
  kind: "redirecting";
}

/** The user is signed in, and the page is leaving for `returnTo`. Code after this runs only briefly. */
export interface Returning {
  /** The kind of result. */
  kind: "returning";
}

/** The result of `login`. */
export type LoginResult = SignedIn | Redirecting;

/** Options of `logout`. */
export interface LogoutOptions extends WaitOptions {
  /**
   * Whether the user should sign out of the service as well. The page then leaves for the service's sign-out page, if
   * the service has one (`end_session_endpoint` in its metadata). The user decides there, and returns to the app. On a
   * phone, the page opens in the browser inside the app. Default false.
   */
  service?: boolean | undefined;
  /**
   * With `service`: the URL at which the user returns, such as `"/goodbye"`, on the origin of a redirect URI that is
   * registered for the app. Default: this page. On a phone it is always `redirectUri`.
   */
  returnTo?: string | undefined;
}

/** The result of `logout`. */
export interface LogoutResult {
  /** Whether the service has revoked the session. Also true if there was none. */
  revoked: boolean;
  /**
   * With `service: true`: whether the service's sign-out page was opened. In a browser, the page is leaving for it, and
   * code after this runs only briefly. On a phone, it was closed again. `false` if the service has no such page or
   * cannot be reached: the user is signed out of the app all the same.
   */
  opened?: boolean;
}

/**
 * The result of `handleRedirect`. `none`: the URL has no authorization response for Stagepass and was not changed.
 * `handed-over`: this is the popup, its opener has the response, and the popup closes.
 */
export type RedirectResult = { kind: "none" } | { kind: "handed-over" } | SignedIn | Returning;

/**
 * The methods to sign in and out. Each rejects with a `StagepassError`: `unsupported` on a server, `config_invalid` if
 * a value of the configuration is not valid, `load_failed` if the core cannot be loaded. The next call loads it again.
 */
export interface OAuth {
  /**
   * Signs the user in with an authorization code and PKCE (RFC 6749 section 4.1, RFC 7636).
   *
   * Call it in the click handler before any `await`, because browsers open a popup only there.
   *
   * Never rejects once the user is signed in. If only the user's profile cannot be read, the result has no `user`.
   *
   * Rejects with `option_invalid`, `popup_blocked`, `popup_closed`, `superseded` (a newer login has replaced this one),
   * `request_refused` (popup only), `access_denied`, `interaction_required` (only with `prompt: "none"`),
   * `authorization_failed`, `aborted`, `timeout`, `network`, `exchange_refused`, `bad_response`, `request_failed`,
   * `issuer_mismatch`, `state_mismatch`, `callback_invalid`, `transaction_lost`, and `storage_unavailable` (a full page
   * that cannot store its transaction, a popup that cannot store the session, or `dpop: true` without a key).
   */
  login(options: LoginOptions): Promise<LoginResult>;

  /**
   * Lets the user sign in with another account: a {@link OAuth.login} with `prompt: "select_account"`. Call it in the
   * click handler before any `await`.
   *
   * If the user signs in, the new session replaces the present one, which is revoked. Otherwise the present session
   * stays. Rejects with the codes of {@link OAuth.login}.
   */
  switchAccount(options?: SwitchAccountOptions): Promise<LoginResult>;

  /**
   * Finishes a login on the callback page. Call it as early as possible. Simultaneous calls share one result.
   *
   * It removes the authorization response from the address bar first. Rejects with `callback_invalid`,
   * `transaction_lost` (no login in progress of this browser) and the codes of {@link OAuth.login}.
   *
   * @param url The callback URL. Default: `location.href`.
   * @param options `signal` aborts only this wait. The login finishes, because a code can be exchanged only once.
   */
  handleRedirect(url?: string, options?: WaitOptions): Promise<RedirectResult>;

  /**
   * Returns the signed-in user, from the service. Rejects with `not_signed_in`, `session_expired`, `network`,
   * `timeout`, `bad_response` and `request_failed`.
   */
  getUser(options?: WaitOptions): Promise<User>;

  /** Returns whether a session is stored. Sends no request, so the service may have ended the session. */
  isAuthenticated(options?: WaitOptions): Promise<boolean>;

  /**
   * Deletes the tokens at once, then asks the service to revoke the session (RFC 7009). Never rejects because of the
   * service. It revokes the refresh token, or the access token if the service issued no refresh token.
   *
   * If the service cannot be reached, it resolves with `revoked: false`. The client then tries again as long as the
   * page lives: after a second, with delays that grow to a minute, and when the browser is online again. The token is
   * only in memory. `dispose` ends this.
   *
   * The user stays signed in at the service, except with `service: true`.
   *
   * @param options `signal` aborts only this wait: the user is signed out. The service's page is not opened any more.
   */
  logout(options?: LogoutOptions): Promise<LogoutResult>;

  /** Returns whether the user is signed in and has allowed this scope. `write` includes `read`. Sends no request. */
  hasScope(scope: "read" | "write", options?: WaitOptions): Promise<boolean>;

  /**
   * Returns the access token, for calls that the client's `fetch` cannot make. Refreshes it first if it is about to
   * expire. Simultaneous calls, in all tabs, share one refresh. Never put the token into a URL or a log.
   *
   * Rejects with `not_signed_in`, `session_expired`, `network`, `timeout`, `aborted`, `bad_response` and
   * `request_failed`.
   */
  getAccessToken(options?: AccessTokenOptions): Promise<string>;

  /**
   * Returns a ticket, which proves to one server who the user is. For your app's own server: it verifies the ticket at
   * the service with the app's bearer token, and never sees an access token. Needs an `apiKey`.
   *
   * A ticket is valid for five minutes, and as long as the session. Call this before each request: it returns the same
   * ticket until 30 seconds before that expires. Send it as `Authorization: Ticket …`.
   *
   * Rejects with `option_invalid` if `audience` is not an origin, with `forbidden` if the app has no `apiKey`, and with
   * `not_signed_in`, `session_expired`, `network`, `timeout`, `aborted`, `bad_response` and `request_failed`.
   */
  getTicket(options: TicketOptions): Promise<string>;

  /**
   * Finds what is wrong with the setup: the configuration, this page, the browser, the service and the callback page.
   * For development and support. It takes up to ten seconds, and sends a few requests to the service, to the access
   * server if there is one, and to your own server, none with a token. It tries the callback page in a hidden frame. It
   * does not disturb a login, and stores nothing.
   *
   * Problems are returned, not thrown, also if the configuration is not valid or the network is down. Rejects with
   * `aborted`, `unsupported`, and `load_failed` if its own script cannot be loaded.
   *
   * During development, a login that has not ended after 10 seconds calls it, and the console has the findings.
   */
  diagnose(options?: DiagnoseOptions): Promise<Diagnosis>;

  /** The session's state, as a store for React's `useSyncExternalStore`. */
  readonly session: SessionStore;
}

/** Options of `getAccessToken`. */
export interface AccessTokenOptions extends WaitOptions {
  /**
   * The time that the token must still be valid, in milliseconds. Default and minimum: 30,000. Has no effect if the
   * service issued no refresh token.
   */
  minValidityMs?: number | undefined;
  /** Whether to refresh the token in any case. Has no effect if the service issued no refresh token. */
  forceRefresh?: boolean | undefined;
}

/** Options of `getTicket`. */
export interface TicketOptions extends WaitOptions {
  /**
   * The origin of your server, such as `"https://api.radio.example"`. It must use https, or http for localhost. Only
   * your own server can verify the ticket, and only for this origin.
   */
  audience: string;
  /**
   * What your server may let the user do with the ticket. It learns the scope when it verifies the ticket. Default:
   * `"read"`. `"write"` needs a session that has it, else this rejects with `forbidden`.
   */
  scope?: "read" | "write" | undefined;
}

/** Options of `diagnose`. */
export interface DiagnoseOptions extends WaitOptions {
  /** The `responseMode` of the app's logins. A finding reports it if the service does not list it. */
  responseMode?: LoginOptions["responseMode"];
}

/** The state of the session. A new object after each change, otherwise the same object. */
export interface SessionState {
  /**
   * `"loading"`: not known yet, as on a server, or with a store that only the core can read. `"expired"`: the service
   * ended the session, or its access token has expired and there is no refresh token, and the user has neither signed
   * in nor out since.
   */
  readonly status: "loading" | "signed-in" | "signed-out" | "expired";
  /** The scope that the user allowed, if signed in. */
  readonly scope?: "read" | "write";
  /**
   * When the session ends, in milliseconds since 1970, if signed in and the service has announced it. A refresh usually
   * moves it. The service can end the session before.
   */
  readonly expiresAt?: number;
  /**
   * The user, after `login` or `getUser` has returned. After a reload it is the stored profile, with `stale: true` and
   * without `verified`, until the service has confirmed it. The client asks once in the background.
   */
  readonly user?: SessionUser;
}

/** The session's state, which any tab may change. */
export interface SessionStore {
  /** Returns the current state. */
  get(): SessionState;
  /** Calls `listener` after each change. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}
