import type { Page, WaitOptions } from "./call.js";

/** The progress of an upload. */
export interface UploadProgress {
  /** The bytes sent, including those of an earlier attempt. */
  sent: number;
  /** The size of the file in bytes. */
  total: number;
  /** The upload's ID at the service, for `tracks.discardUpload`. Missing until the service has responded. */
  uploadId?: string;
  /** The byte at which an earlier upload of the same file resumed. */
  resumedFrom?: number;
  /** The speed of the last seconds. Missing until it can be measured. Bytes of an earlier attempt do not count. */
  bytesPerSecond?: number;
  /** The remaining time at that speed. Missing until it can be measured, and while no bytes move. */
  secondsLeft?: number;
}

/** Options of `tracks.upload`. */
export interface UploadOptions extends WaitOptions {
  /** Called as bytes are sent. `sent` decreases if bytes must be sent again. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Whether to resume an unfinished upload of the same file by the same user. Default true. With `false` the upload
   * starts again, and the service deletes the unfinished one when it expires.
   */
  resume?: boolean | undefined;
}

/** A complete upload, which the service accepted as audio. */
export interface Upload {
  /** The upload's ID at the service. */
  uploadId: string;
  /** The content ID (CID), for `tracks.create`. */
  trackCid: string;
  /** The audio's type, as the service determined it, such as `audio/mpeg`. */
  mimeType: string;
  /** The duration in seconds, with fractions. */
  duration: number;
}

/** An upload of the user, as the service stores it. Its `status` says which members it has. */
export type UploadEntry = UnfinishedUpload | CompletedUpload;

/** What the service knows of every upload. */
export interface UploadFacts {
  /** The upload's ID at the service. */
  uploadId: string;
  /** The size in bytes. */
  total: number;
  /** The bytes that the service has received. */
  sent: number;
  /** The file's name, if it had one. */
  filename?: string;
}

/** An upload of which the service does not have all bytes yet. */
export interface UnfinishedUpload extends UploadFacts {
  /** The service does not have all bytes. */
  status: "uploading";
  /** When the upload expires if no more bytes arrive, in milliseconds since 1970. */
  expiresAt: number;
  /** Only a complete upload has it. */
  upload?: undefined;
}

/** An upload of which the service has all bytes. */
export interface CompletedUpload extends UploadFacts {
  /** The service has all bytes. */
  status: "completed";
  /** The complete upload. */
  upload: Upload;
  /** Only an unfinished upload expires. */
  expiresAt?: undefined;
}

/** A page of the user's uploads, with the quota. */
export interface UploadPage extends Page<UploadEntry> {
  /** The quota and the bytes used. Unfinished uploads count in full. */
  quota: { bytes: number; used: number };
}
