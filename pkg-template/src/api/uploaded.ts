import type { Upload, UploadPage, UploadState } from "../types.js";
import type { Failures } from "./failure.js";
import { readPage } from "./page.js";
import { object, type Raw } from "./track.js";

/** Reads a complete upload. Throws `bad_response` for anything else. */
export const readUpload = (failures: Failures, raw: unknown): Upload => {
  const { id, track_cid, mime_type, duration } = object(failures, raw);
  if (
    typeof id !== "string" ||
    typeof track_cid !== "string" ||
    typeof mime_type !== "string" ||
    typeof duration !== "number"
  ) {
    throw failures.fail("bad_response");
  }
  return { uploadId: id, trackCid: track_cid, mimeType: mime_type, duration };
};

/** Reads the user's uploads and quota. Throws `bad_response` for anything else. */
export const readUploads = (failures: Failures, answer: unknown): UploadPage => {
  const page = readPage(failures, answer, readState);
  const { bytes, used } = object(failures, (answer as Raw).quota);
  if (typeof bytes !== "number" || typeof used !== "number") throw failures.fail("bad_response");
  return { ...page, quota: { bytes, used } };
};

const readState = (failures: Failures, raw: unknown): UploadState => {
  const { id, status, size, offset, filename, expires_at } = object(failures, raw);
  const isComplete = status === "completed";
  if (typeof id !== "string" || typeof size !== "number") throw failures.fail("bad_response");
  return {
    uploadId: id,
    status: isComplete ? "completed" : "uploading",
    total: size,
    sent: isComplete ? size : typeof offset === "number" ? offset : 0,
    ...(typeof filename === "string" ? { filename } : {}),
    ...(!isComplete && typeof expires_at === "number" ? { expiresAt: expires_at } : {}),
    ...(isComplete ? { upload: readUpload(failures, raw) } : {}),
  };
};
