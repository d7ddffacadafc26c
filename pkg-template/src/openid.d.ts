// The types of the core for other providers as JavaScript, `core/openid.js`.

export { instantiate } from "./core.js";
