import type { SessionStorage, Tracks, Upload, UploadOptions } from "../types.js";
import { forgetUpload, openResumePoint, type ResumePoint } from "./resume.js";
import { send } from "./send.js";
import type { Service } from "./service.js";
import { dataOf } from "./track.js";
import { readUpload } from "./uploaded.js";
import type { Wire } from "./wire.js";

/** The parts of a platform that uploads need. */
export interface UploadPlatform {
  /** Returns the storage of resume points. */
  storage(): Promise<SessionStorage>;
  /**
   * Identifies a file for this user and this service, so that no user resumes another's upload. Rejects if the file
   * cannot be read.
   */
  digest(file: File, endpoint: string, userId: number): Promise<string>;
  lock: UploadLock;
}

/**
 * Does `work` under the lock of this name. Rejects with `conflict` if another holder takes too long, and with
 * `aborted`.
 */
export type UploadLock = <T>(
  name: string,
  signal: AbortSignal | undefined,
  wire: Wire,
  work: () => Promise<T>,
) => Promise<T>;

/** `tracks.upload` and `tracks.discardUpload`: tus 1.0, then a request for the result. */
export const openUploads = (
  service: Service,
  wire: Wire,
  { storage, digest, lock }: UploadPlatform,
): Pick<Tracks, "upload" | "discardUpload"> => {
  /** Sends the file, and returns what the service made of it. */
  const sent = async (file: Blob, options: UploadOptions, point?: ResumePoint, address?: string): Promise<Upload> => {
    try {
      const url = await send(file, options, { service, wire, point, address });
      // This URL is under the service's own, otherwise nothing would have been sent there.
      const upload = readUpload(wire, dataOf(await service.ask(url, { signal: options.signal })));
      point?.forget();
      return upload;
    } catch (error) {
      const { code } = error as { code?: string };
      // There is nothing left to resume.
      if (code === "upload_refused" || code === "not_found") point?.forget();
      // If a file has changed on the disk, the browser reports a network failure.
      if (code === "network") await readable(wire, () => file.slice(0, 1).arrayBuffer());
      throw error;
    }
  };

  return {
    async upload(file, options = {}) {
      const { signal, resume = true } = options;
      if (!(file instanceof Blob))
        throw wire.fail("option_invalid", { message: "file is no Blob: pass a File or a Blob." });
      // The core has checked the configuration, before a URL is made of it.
      const endpoint = await wire.within(signal, async () => service.under("uploads").href);
      if (!(file instanceof File && file.name)) return sent(file, options);
      const userId = await service.ownId({ signal });
      const known = await readable(wire, () => digest(file, endpoint, userId));
      const point = openResumePoint(known, await storage(), service);
      const before = resume ? point.read() : undefined;
      return lock(point.key, signal, wire, () => {
        // A call that waited may find the upload that the other has completed, and so removed from storage.
        const address = (resume && point.read()) || before;
        return sent(file, options, point, address);
      });
    },
    async discardUpload(uploadId, { signal } = {}) {
      // It becomes part of a URL.
      if (typeof uploadId !== "string" || !/^[\w-]+$/.test(uploadId)) {
        throw wire.fail("option_invalid", { message: "uploadId is none: pass what an upload has as uploadId." });
      }
      const address = await wire.within(signal, async () => service.under(`uploads/${uploadId}`));
      await service.ask(address.href, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" }, signal });
      forgetUpload(address, await storage());
    },
  };
};

/** Does `work`, which reads a file. The file may be gone or replaced. */
const readable = async <T>({ fail }: Wire, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw fail("option_invalid", { message: "file cannot be read, or has changed: have it chosen again.", cause });
  }
};
