export type { Api, Client } from "../api/open.js";
export { open } from "../api/open.js";
