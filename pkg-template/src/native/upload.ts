import { upload as uploadBlob } from "../api/upload.js";
import { asFile } from "./files.js";

export { discard } from "../api/upload.js";

/** `tracks.upload`, also of a file as a picker gives it. */
export const upload: typeof uploadBlob = async (file, options, desk) => uploadBlob(await asFile(file), options, desk);
