// Written by `cargo xtask codes` from src/core/border.rs. Do not edit.

// The calls.
export const READ_STATUS = 0;
export const ACCESS_TOKEN = 1;
export const LOGOUT = 2;
export const REVOKE = 3;
export const LOGIN = 4;
export const HANDLE_REDIRECT = 5;
export const DIGEST = 6;

// The numbers of objects.
export const LAST_OBJECT = 2;
export const DATA_AS_JSON = 3;

// The status of a session.
export const SIGNED_OUT = 0;
export const SIGNED_IN = 1;
export const EXPIRED = 2;

// Whether a request needs a proof (DPoP).
export const DPOP_OFFERED = 1;
export const DPOP_BOUND = 3;

// The kinds of effects.
export const GET_TIME = 1;
export const GET_RANDOM = 2;
export const READ = 3;
export const WRITE = 4;
export const DELETE = 5;
export const LIST_KEYS = 6;
export const OPEN_POPUP = 7;
export const LOOK_AT_POPUP = 8;
export const CLOSE_POPUP = 9;
export const CLOSE_SELF = 10;
export const NAVIGATE = 11;
export const REPLACE_PAGE = 12;
export const SET_ADDRESS = 13;
export const LISTEN = 14;
export const POST = 15;
export const RECEIVE = 16;
export const LOCK = 17;
export const UNLOCK = 18;
export const SEND = 19;

// The kinds of ends.
export const END = 20;
export const FAILED = 21;

// The kinds of outcomes.
export const DONE = 0;
export const REFUSED = 1;
export const CLOSED = 2;
export const ELAPSED = 3;
export const ABORTED = 4;
export const OFFLINE = 5;
export const NOW = 6;
export const RANDOM = 7;
export const TEXT = 8;
export const KEYS = 9;
export const MESSAGE = 10;
export const ANSWER = 11;
export const POPUP = 16;

// What is added to the number of a message.
export const OWN_ORIGIN = 1;
export const FROM_PEER = 2;

// What is added to the kind of a popup's state.
export const LOOKS_CLOSED = 1;
export const FOCUS_CAME_BACK = 2;
export const IS_SUPERSEDED = 4;

// What is added to the number of a request.
export const IS_FORM = 4;
export const OUTLIVES_PAGE = 8;

// An error's detail is the number of the field, shifted left by these bits, and the number of the fault.
export const FIELD_SHIFT = 8;

// The faults that the facade detects before the core is loaded.
export const MISSING = 0;
export const WRONG_TYPE = 1;
export const UNKNOWN_VALUE = 9;

// The prefixes of the keys of stored sessions and transactions.
export const SESSION_PREFIX = "stagepass/session/";
export const LOGIN_PREFIX = "stagepass/login/";

// The parameters that `extraParams` cannot set.
export const OWN_PARAMETERS = "response_type scope api_key app_name redirect_uri state code_challenge code_challenge_method response_mode display prompt login_hint max_age ui_locales client_id request request_uri";

// The version of this package.
export const VERSION = "0.1.0";
