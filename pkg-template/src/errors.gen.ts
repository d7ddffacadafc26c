// Written by `cargo xtask codes` from src/core/error/table.rs and src/core/config/field.rs. Do not edit.

/** All codes. The index is the number that the core throws. */
export const CODES = [
  "",
  "config_invalid",
  "option_invalid",
  "unsupported",
  "load_failed",
  "popup_blocked",
  "popup_closed",
  "aborted",
  "timeout",
  "network",
  "bad_response",
  "request_failed",
  "access_denied",
  "authorization_failed",
  "callback_invalid",
  "state_mismatch",
  "issuer_mismatch",
  "transaction_lost",
  "exchange_refused",
  "not_signed_in",
  "session_expired",
  "storage_unavailable",
  "internal",
  "body_used",
  "request_refused",
  "superseded",
  "interaction_required",
  "provider_invalid",
  "id_token_invalid",
] as const;

/**
 * The stable name of an error. Closed: the compiler checks each comparison, and that a `switch` has all codes.
 * A minor version may add codes. At run time, keep a `default`: an error may come from another copy of this library.
 */
export type StagepassErrorCode =
  | Exclude<(typeof CODES)[number], "">
  | "access_refused"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "upload_refused"
  | "quota_exceeded"
  | "playback_blocked"
  | "playback_failed"
  | "input_invalid";

/** The titles for the user, by the same index. */
export const TITLES: readonly string[] = [
  "",
  "The configuration is not valid. Correct it.",
  "An option is not valid. Correct it.",
  "This needs a browser. Open it in one.",
  "This could not be loaded. Check the connection and try again.",
  "The browser blocked the sign-in window. Allow popups and try again.",
  "The sign-in window was closed. Sign in again, or try later if it showed an error.",
  "The call was aborted. Try again.",
  "The service did not respond in time. Try again.",
  "The service could not be reached. Check the connection and try again.",
  "The response is not valid. Try again later.",
  "The request failed. Try again later.",
  "You did not allow access. Sign in to decide again.",
  "The service could not continue the sign-in. Start again.",
  "The response is not valid. Start again.",
  "The response belongs to another sign-in. Start again.",
  "The response comes from another service. Start again.",
  "The sign-in can no longer be finished. Start again.",
  "The service did not accept the sign-in. Start again.",
  "You are not signed in. Sign in and try again.",
  "The session has expired. Sign in again.",
  "The browser stores nothing for this page. Allow site data and try again.",
  "Something went wrong. Try again.",
  "The request could not be repeated. Try again.",
  "The service did not accept the app. Tell its developer.",
  "A newer sign-in has replaced this one. Continue there.",
  "The sign-in needs your confirmation. Sign in.",
  "Sign-in is not set up correctly. Tell the app's developer.",
  "The sign-in could not be verified. Start again.",
];

/** The fields of `stagepass(config)` and the options of `login(options)`, by their number. */
export const FIELDS = [
  "appName",
  "apiKey",
  "redirectUri",
  "baseUrl",
  "requireIss",
  "scope",
  "display",
  "responseMode",
  "fallback",
  "returnTo",
  "appState",
  "engine",
  "storage",
  "accountKey",
  "origins",
  "prompt",
  "loginHint",
  "maxAge",
  "uiLocales",
  "extraParams",
  "dpop",
  "tokenFormat",
  "issuer",
  "clientId",
  "metadata",
] as const;

/** What a field must be or have, by the fault's number. Empty: see `EXPECTED`. */
export const FAULTS: readonly string[] = [
  "",
  "",
  "be an absolute URL in ASCII",
  "use https (http for localhost)",
  "have no fragment",
  "have no user name",
  "have no .. in its path",
  "have no IP address: use a host name",
  "be on this page's origin",
  "",
  "be no API key: use apiKey",
  "have no control character",
  "be \"read\" without an apiKey",
  "have no query",
  "",
];

/** What the value of a field must be, by the field's number. */
export const EXPECTED: readonly string[] = [
  "a string of at most 200 bytes",
  "a string of at most 256 visible ASCII characters",
  "a URL string",
  "a URL string",
  "a boolean",
  "\"read\" or \"write\"",
  "\"popup\" or \"redirect\"",
  "\"fragment\", \"query\" or, for a popup, \"web_message\"",
  "\"redirect\"",
  "a URL string",
  "a JSON value",
  "\"auto\", \"wasm\" or \"js\"",
  "\"local\", \"session\", \"memory\" or a store",
  "a string of at most 200 bytes",
  "a list of https origins",
  "\"none\", \"login\", \"consent\" or \"select_account\"",
  "a string of at most 2000 bytes",
  "a whole number of seconds",
  "a string of at most 2000 bytes",
  "strings of at most 2000 bytes, none with a name of Stagepass",
  "\"auto\", true or false",
  "\"json\" or \"form\"",
  "a URL string",
  "a string of at most 256 visible ASCII characters",
  "the provider's metadata, with this issuer",
];
