// Written by `cargo xtask codes` from src/error/table.rs and src/config.rs. Do not edit.

/** Every code, by the number that the core throws. */
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
] as const;

/** The stable name of a failure. The list is open: a later version may add to it without breaking anybody. */
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
  | (string & {});

/** What happened and what to do next, by the same number. */
export const MESSAGES: readonly string[] = [
  "",
  "The configuration cannot be used.",
  "An option cannot be used.",
  "Signing in needs a browser.",
  "This could not be loaded. Check the connection and try again.",
  "The browser blocked the sign-in window. Allow popups and try again.",
  "The sign-in window was closed.",
  "The call was cancelled.",
  "The service did not answer in time. Try again.",
  "The service could not be reached. Check the connection and try again.",
  "The answer could not be understood.",
  "The service could not serve the request. Try again later.",
  "Access was not given.",
  "The service could not go on with the sign-in.",
  "The answer is damaged. Start again.",
  "The answer belongs to another sign-in. Start again.",
  "The answer comes from another service. Start again.",
  "The sign-in can no longer be finished. Start again.",
  "The service did not accept the sign-in. Start again.",
  "Nobody is signed in.",
  "The session has ended. Sign in again.",
  "The browser keeps nothing for this page. Allow site data and try again.",
  "Something went wrong. Try again.",
  "The request could not be repeated. Try again.",
];

/** What `stagepass(config)` and `login(options)` take, by their number. */
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
] as const;

/** What is wrong with that field, by its number. */
export const FAULTS: readonly string[] = [
  "is missing.",
  "is of the wrong type: look it up.",
  "is no absolute address in ASCII: write it in full.",
  "has a wrong scheme: use https (http for localhost).",
  "has a fragment: remove it.",
  "has a user: remove it.",
  "has a .. in its path: remove it.",
  "has an IP address: use a name (or 127.0.0.1, [::1]).",
  "is not of this page's origin: use that.",
  "is none of its values: look them up.",
  "is no API key: use 0x and 40 hex digits.",
  "is an API key: use apiKey for it.",
  "has a control character: remove it.",
  "needs an apiKey: appName alone may only read.",
  "has a query: remove it.",
  "is too long: shorten it.",
];
