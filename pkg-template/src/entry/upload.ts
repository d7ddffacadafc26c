export { discard, upload } from "../api/upload.js";
