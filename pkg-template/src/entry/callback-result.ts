export { showResult } from "../browser/callback-result.js";
