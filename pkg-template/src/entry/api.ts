export type { Api, Given, TokenSource } from "../api/open.js";
export { open } from "../api/open.js";
