// Written by `cargo xtask codes` from src/core/border.rs. Do not edit.

// Whether a request needs a proof (DPoP).
export const DPOP_OFFERED = 1;
export const DPOP_BOUND = 3;

// The faults that the facade detects before the core is loaded.
export const MISSING = 0;
export const WRONG_TYPE = 1;
export const UNKNOWN_VALUE = 9;

// The prefixes of the keys of stored sessions, their hints, and transactions.
export const SESSION_PREFIX = "stagepass/session/";
export const HINT_PREFIX = "stagepass/hint/";
export const LOGIN_PREFIX = "stagepass/login/";

// The parameters that `extraParams` cannot set.
export const OWN_PARAMETERS = "response_type scope api_key app_name redirect_uri state code_challenge code_challenge_method response_mode display prompt login_hint max_age ui_locales client_id nonce request request_uri";

// The version of this package.
export const VERSION = "0.1.0";
