export { openUploads } from "../browser/uploads.js";
