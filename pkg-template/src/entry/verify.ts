export { isSigned } from "../openid/verify.js";
