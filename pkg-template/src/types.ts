// All public types of the package.

export type * from "./types/call.js";
export type * from "./types/client.js";
export type * from "./types/config.js";
export type * from "./types/diagnosis.js";
export type * from "./types/oauth.js";
export type * from "./types/rule.js";
export type * from "./types/tracks.js";
export type * from "./types/uploads.js";
export type * from "./types/user.js";
