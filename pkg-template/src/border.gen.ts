// Written by `cargo xtask codes` from src/border.rs. Do not edit.

// What a session is asked.
export const READ_STATUS = 0;
export const ACCESS_TOKEN = 1;
export const LOGOUT = 2;

// How a session stands.
export const SIGNED_OUT = 0;
export const SIGNED_IN = 1;
export const EXPIRED = 2;

// By how many bits the number of a field stands above that of its fault, in the detail of a failure.
export const FIELD_SHIFT = 8;

// What is wrong with a field, of that which the facade can see before the core is loaded.
export const MISSING = 0;
export const WRONG_TYPE = 1;
export const MALFORMED = 2;
export const UNKNOWN_VALUE = 9;

// How the keys of all stored sessions begin, and of logins under way.
export const SESSION_PREFIX = "stagepass/session/";
export const LOGIN_PREFIX = "stagepass/login/";
