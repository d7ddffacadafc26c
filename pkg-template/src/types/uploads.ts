import type { Page, WaitOptions } from "./call.js";

/** How far an upload is. */
export interface UploadProgress {
  /** Bytes that have been sent, those of an earlier time included. */
  sent: number;
  /** Bytes that there are. */
  total: number;
  /** What the service calls it, once that is known: what `tracks.discardUpload` takes. */
  uploadId?: string;
  /** Where it went on, in bytes, if an earlier upload of the same file was gone on with. */
  resumedFrom?: number;
  /** How fast it has been in the last seconds. Missing until that can be said. What an earlier time sent does not count. */
  bytesPerSecond?: number;
  /** How long it takes yet at that speed. Missing until that can be said, and where nothing moves. */
  secondsLeft?: number;
}

/** What `tracks.upload` takes. */
export interface UploadOptions extends WaitOptions {
  /** Called as bytes are sent. What had to be sent again is counted back first. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Whether to go on with an upload of the same file by the same person that did not end: default true. With `false` it
   * begins anew, and what there was of it is left to the service, which sweeps it out.
   */
  resume?: boolean | undefined;
}

/** An upload that is complete, and that the service knows to be audio. */
export interface Upload {
  uploadId: string;
  /** The content's address: what `tracks.create` takes. */
  trackCid: string;
  /** The type that the service found, such as `audio/mpeg`. */
  mimeType: string;
  /** How long it plays, in seconds, with fractions. */
  duration: number;
}

/** An upload of the listener's, as the service keeps it. */
export interface UploadState {
  uploadId: string;
  status: "uploading" | "completed";
  /** Bytes that there are. */
  total: number;
  /** Bytes that have arrived. */
  sent: number;
  /** The file's name, where it had one. */
  filename?: string;
  /** Until when it can be gone on with, where it is not complete: Unix time in seconds. */
  expiresAt?: number;
  /** What it has become, where it is complete. */
  upload?: Upload;
}

/** A part of the listener's uploads, and how much they may keep. */
export interface UploadPage extends Page<UploadState> {
  /** In bytes: what may be kept, and what is; unfinished uploads count in full. */
  quota: { bytes: number; used: number };
}
