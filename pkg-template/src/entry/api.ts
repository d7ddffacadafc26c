export { type Api, open } from "../api/open.js";
