import type { StagepassError } from "../errors.js";
import type { WaitOptions } from "./call.js";
import type { StagepassSettings } from "./config.js";
import type { Diagnosis } from "./diagnosis.js";
import type { AccessTokenOptions, LoginOptions, LogoutResult, Redirecting, Returning, SessionState } from "./oauth.js";

/** The configuration of a client of any OAuth 2.0 or OpenID provider. */
export interface OpenIdConfig
  extends Pick<StagepassSettings, "redirectUri" | "storage" | "accountKey" | "requireIss" | "wasmUrl" | "engine"> {
  /**
   * The issuer of the provider, letter for letter as its metadata has it: with a slash at the end only if that has one.
   * Its endpoints are found by discovery (OpenID Connect Discovery, RFC 8414). https, or http on localhost.
   */
  issuer: string;
  /** The app's identifier at the provider. The app must be registered as a public client, without a secret. */
  clientId: string;
  /** The scopes of a login, separated by spaces. Default `"openid"`. Without `openid` there is no ID token. */
  scope?: string | undefined;
  /**
   * The provider's metadata, with its own names (`issuer`, `authorization_endpoint`, `token_endpoint`, …). Then nothing
   * is discovered, and the first login does not wait for it.
   */
  metadata?: { readonly issuer: string; readonly [name: string]: unknown } | undefined;
  /**
   * The origins to which `fetch` may send the access token, such as `["https://api.example"]`. https, or http on
   * localhost. Default: none.
   */
  origins?: readonly string[] | undefined;
  /**
   * Whether to bind new sessions to a key of this browser (DPoP, RFC 9449): `true`, or `"auto"` if the provider's
   * metadata offers it with ES256. Default false.
   */
  dpop?: "auto" | boolean | undefined;
}

/** Options of `login`. */
export interface OpenIdLoginOptions extends Omit<LoginOptions, "scope" | "responseMode"> {
  /** The scopes, separated by spaces. Default: those of the configuration. */
  scope?: string | undefined;
  /**
   * How the authorization response returns. Default: in the fragment of the callback URL, which no server receives, if
   * the provider lists it among its `response_modes_supported`, otherwise in the query.
   */
  responseMode?: "fragment" | "query" | undefined;
}

/** Options of `logout`. */
export interface OpenIdLogoutOptions extends WaitOptions {
  /** Whether the page then leaves for the provider's sign-out page, if the provider has one. Default false. */
  service?: boolean | undefined;
  /**
   * With `service`: the URL at which the user returns, such as `"/goodbye"`. It must be registered at the provider for
   * this. Default: the user stays at the provider.
   */
  returnTo?: string | undefined;
}

/**
 * A user: the claims of the ID token and of the userinfo endpoint (OpenID Connect Core section 5.1). Which claims there
 * are depends on the provider and the scope. None has been checked but `sub`.
 */
export interface OpenIdUser {
  /** The user's identifier at the provider. It never changes, unlike an email address. */
  sub: string;
  /** The full name. */
  name?: string;
  /** The name by which the user wants to be called. */
  preferred_username?: string;
  /** The given name. */
  given_name?: string;
  /** The family name. */
  family_name?: string;
  /** The email address. */
  email?: string;
  /** Whether the provider has verified it. */
  email_verified?: boolean;
  /** The URL of a picture. */
  picture?: string;
  /** Any other claim. */
  [claim: string]: unknown;
}

/** The user is signed in. */
export interface OpenIdSignedIn {
  /** The kind of result. */
  kind: "signed-in";
  /** The user. Missing without an ID token: ask `getUser`. */
  user?: OpenIdUser;
  /** The `appState` that was passed to `login`. */
  appState?: unknown;
}

/** The result of `login`. */
export type OpenIdLoginResult = OpenIdSignedIn | Redirecting;

/**
 * The result of `handleRedirect`. `none`: the URL has no authorization response for Stagepass and was not changed.
 * `handed-over`: this is the popup, its opener has the response, and the popup closes.
 */
export type OpenIdRedirectResult = { kind: "none" } | { kind: "handed-over" } | OpenIdSignedIn | Returning;

/** The state of the session. A new object after each change, otherwise the same object. */
export interface OpenIdState extends Omit<SessionState, "scope" | "user"> {
  /** The scopes that the user allowed, separated by spaces, if signed in. */
  readonly scope?: string;
  /** The user, once known. After a reload it is the stored one, with `stale: true`, until the provider confirms it. */
  readonly user?: OpenIdUser & { readonly stale?: true };
}

/** The session's state, which any tab may change. */
export interface OpenIdStore {
  /** Returns the current state. */
  get(): OpenIdState;
  /** Calls `listener` after each change. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** The events of `on`: as those of a Stagepass client. */
export interface OpenIdEvents {
  /** The user signed in, in this tab or another. */
  "signed-in": OpenIdState & { readonly appState?: unknown };
  /** The user signed out, in this tab or another. */
  "signed-out": OpenIdState;
  /** The provider ended the session. The user must sign in again. */
  expired: OpenIdState;
  /** The session ends within 5 minutes, at `expiresAt`, unless it is refreshed. */
  expiring: OpenIdState;
  /** The access token was refreshed, in this tab or another. */
  refreshed: OpenIdState;
  /** A call of this client was rejected with this error. Not sent for `aborted`. */
  error: StagepassError;
}

/** The client that `oauth(config)` returns. Its methods reject with a `StagepassError`. */
export interface OpenIdClient {
  /**
   * Signs the user in with an authorization code and PKCE (RFC 6749 section 4.1, RFC 7636), and checks the ID token
   * (OpenID Connect Core section 3.1.3.7).
   *
   * Call it in the click handler before any `await`, because browsers open a popup only there.
   *
   * Rejects as the `login` of a Stagepass client does, and with `provider_invalid` and `id_token_invalid`. If the user
   * refuses, some providers answer with `consent_required`: then it rejects with `interaction_required`, also without
   * `prompt: "none"`.
   */
  login(options?: OpenIdLoginOptions): Promise<OpenIdLoginResult>;
  /** Finishes a login on the callback page. React's StrictMode may call it twice: both calls share one result. */
  handleRedirect(url?: string, options?: WaitOptions): Promise<OpenIdRedirectResult>;
  /**
   * Returns the user: the claims of the ID token, and those of the userinfo endpoint if the provider has one. Rejects
   * with `bad_response` if that endpoint describes another user.
   */
  getUser(options?: WaitOptions): Promise<OpenIdUser>;
  /** Returns whether the user is signed in. Sends no request. */
  isAuthenticated(options?: WaitOptions): Promise<boolean>;
  /**
   * Signs out: deletes the session, and revokes its tokens if the provider can. With `service: true`, the page then
   * leaves for the provider's sign-out page, if there is one, and returns to `returnTo`, which must be registered there
   * (OpenID Connect RP-Initiated Logout). Never rejects because of the provider.
   */
  logout(options?: OpenIdLogoutOptions): Promise<LogoutResult>;
  /** Returns the access token. Refreshes it first if it is about to expire. Never put it into a URL or a log. */
  getAccessToken(options?: AccessTokenOptions): Promise<string>;
  /**
   * Returns the ID token of the last login or refresh, for another server that takes one. Empty if there is none. Your
   * own API takes the access token: use `fetch`.
   */
  getIdToken(options?: WaitOptions): Promise<string>;
  /**
   * Verifies the signature of the ID token with the provider's keys (`jwks_uri`), by WebCrypto. A login needs it not,
   * because the token comes from the provider's token endpoint over https (OpenID Connect Core section 3.1.3.7).
   *
   * Rejects with `id_token_invalid` if no key of the provider has signed it, or if there is no ID token.
   */
  verifySignature(options?: WaitOptions): Promise<void>;
  /**
   * Finds what is wrong with the setup: the configuration, this page, the browser, the provider and the callback page.
   * For development and support. Problems are returned, not thrown.
   */
  diagnose(options?: WaitOptions): Promise<Diagnosis>;
  /**
   * Sends a request with the access token, like the browser's `fetch`, to the `origins` of the configuration alone.
   * After a 401 it refreshes the token and sends the request again. Rejects with `option_invalid` for any other URL,
   * before it sends anything.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** The session's state, as a store for React's `useSyncExternalStore`. */
  readonly session: OpenIdStore;
  /** Calls `listener` for each event of this name, in this tab or another. Returns an unsubscribe function. */
  on<Name extends keyof OpenIdEvents>(
    name: Name,
    listener: (event: OpenIdEvents[Name]) => void,
    options?: { signal?: AbortSignal | undefined },
  ): () => void;
  /** Resolves when the core and the provider's metadata are loaded. You do not need to wait for it. */
  ready(options?: WaitOptions): Promise<void>;
  /** Removes all event listeners. Does not sign the user out. */
  dispose(): void;
}
