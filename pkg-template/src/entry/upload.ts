export { upload } from "../api/upload.js";
