export { open } from "../browser/api.js";
