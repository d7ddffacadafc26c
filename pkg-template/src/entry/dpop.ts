export { headersFor, isWorthRetry } from "../dpop/proof.js";
export { prepare, send, sendRequest } from "../dpop/send.js";
