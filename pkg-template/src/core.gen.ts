// Written by a test of src/js/types.rs. Do not edit.

/**
 * How a login or a callback page has ended. `appState` and `user` are JSON or empty: the app's own value, and the
 * profile that the service has sent with the tokens, unchecked. Later calls can pass `client` instead of a
 * configuration.
 */
export type CoreResult = { "kind": "none" } | { "kind": "handed-over" } | { "kind": "redirecting" } | { "kind": "returning", login: string, appState: string, user: string, } | { "kind": "signed-in", login: string, appState: string, user: string, client: string, baseUrl: string, };

/**
 * The state of a session. Times are milliseconds since 1970.
 */
export type SessionStatus = { "status": "signed-out" } | { "status": "expired" } | { "status": "signed-in", 
/**
 * The granted scope. Empty: unknown.
 */
scope: string, 
/**
 * The ID of the login.
 */
login: string, 
/**
 * The time of the last refresh.
 */
renewedAt: number, 
/**
 * When the session ends, if the service announces it.
 */
expiresAt?: number | undefined, 
/**
 * The claims of the provider's ID token, as JSON.
 */
claims?: string | undefined, };

/**
 * What a client uses of a provider's metadata. An endpoint that the provider does not have is empty.
 */
export type Provider = { authorizationEndpoint: string, tokenEndpoint: string, revocationEndpoint: string, userinfoEndpoint: string, endSessionEndpoint: string, jwksUri: string, hasIss: boolean, takesFragment: boolean, takesPopup: boolean, offersDpop: boolean, };

/**
 * An access token.
 */
export type Bearer = { token: string, 
/**
 * The name of the key that it is bound to.
 */
key?: string | undefined, 
/**
 * The ID token that came with it.
 */
idToken?: string | undefined, 
/**
 * Whether another call or tab has refreshed it, in place of this call.
 */
isAdopted: boolean, };

/**
 * What is left to revoke of a session that was signed out: nothing, what the service refuses to, or these tokens.
 */
export type Revocation = { "kind": "nothing" } | { "kind": "refused" } | { "kind": "tokens", tokens: Array<RevocableToken>, };

/**
 * A token whose revocation ends a session. It is never stored.
 */
export type RevocableToken = { token: string, 
/**
 * Whether the request is sent as a form.
 */
isForm: boolean, 
/**
 * The name of the key that the token is bound to. Empty: none.
 */
key: string, };

/**
 * An error of the core: the numbers of its code, and of a field and its fault for `config_invalid` and
 * `option_invalid`, the HTTP status, and what the service says.
 */
export type CoreError = { code: number, field?: number | undefined, fault?: number | undefined, status?: number | undefined, description?: string | undefined, oauthError?: string | undefined, errorUri?: string | undefined, };
