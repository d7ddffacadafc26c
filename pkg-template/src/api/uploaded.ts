import type { Upload, UploadEntry, UploadPage } from "../types.js";
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
  const page = readPage(failures, answer, readEntry);
  const { bytes, used } = object(failures, (answer as Raw).quota);
  if (typeof bytes !== "number" || typeof used !== "number") throw failures.fail("bad_response");
  return { ...page, quota: { bytes, used } };
};

const readEntry = (failures: Failures, raw: unknown): UploadEntry => {
  const { id, status, size, offset, filename, expires_at } = object(failures, raw);
  if (typeof id !== "string" || typeof size !== "number") throw failures.fail("bad_response");
  const facts = { uploadId: id, total: size, ...(typeof filename === "string" ? { filename } : {}) };
  if (status === "completed") return { ...facts, status, sent: size, upload: readUpload(failures, raw) };
  if (typeof expires_at !== "number") throw failures.fail("bad_response");
  return { ...facts, status: "uploading", sent: typeof offset === "number" ? offset : 0, expiresAt: expires_at * 1000 };
};
