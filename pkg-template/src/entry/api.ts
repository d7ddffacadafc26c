export type { Api, TokenSource } from "../api/open.js";
export { open } from "../api/open.js";
