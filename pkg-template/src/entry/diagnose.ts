export { explain } from "../diagnose/explain.js";
export { diagnose } from "../diagnose/open.js";
export { diagnoseOpenId } from "../diagnose/openid.js";
