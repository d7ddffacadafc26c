export { diagnose } from "../diagnose/open.js";
