import type { SessionStorage, Tracks, Upload, UploadOptions } from "../types.js";
import { forgetUpload, openResumePoint, type ResumePoint } from "./resume.js";
import { send } from "./send.js";
import type { Service } from "./service.js";
import { dataOf } from "./track.js";
import { readUpload } from "./uploaded.js";
import type { Wire } from "./wire.js";

/** What uploads need of a platform. */
export interface UploadPlatform {
  /** Where resume points are stored. */
  storage(): Promise<SessionStorage>;
  /**
   * What a file is known by, when this user uploads it there: nobody resumes what is somebody else's. Rejects as the file
   * does if it cannot be read.
   */
  digest(file: File, endpoint: string, userId: number): Promise<string>;
  lock: UploadLock;
}

/** Does `work` while nobody else does the same. Rejects with `conflict` if the other takes long, with `aborted`. */
export type UploadLock = <T>(
  name: string,
  signal: AbortSignal | undefined,
  wire: Wire,
  work: () => Promise<T>,
) => Promise<T>;

/** `tracks.upload` and `tracks.discardUpload`: tus 1.0, then the service's own word of what it has got. */
export const openUploads = (
  service: Service,
  wire: Wire,
  { storage, digest, lock }: UploadPlatform,
): Pick<Tracks, "upload" | "discardUpload"> => {
  /** Sends the file, and has the service say what it is. */
  const sent = async (file: Blob, options: UploadOptions, point?: ResumePoint, address?: string): Promise<Upload> => {
    try {
      const url = await send(file, options, { service, wire, point, address });
      // Of the address that the service gave, which is under its own, or nothing would have been sent there.
      const upload = readUpload(wire, dataOf(await service.ask(url, { signal: options.signal })));
      point?.forget();
      return upload;
    } catch (error) {
      const { code } = error as { code?: string };
      // There is nothing to resume any more.
      if (code === "upload_refused" || code === "not_found") point?.forget();
      // A file that has changed on its disk looks like a network that fails.
      if (code === "network") await readable(wire, () => file.slice(0, 1).arrayBuffer());
      throw error;
    }
  };

  return {
    async upload(file, options = {}) {
      const { signal, resume = true } = options;
      if (!(file instanceof Blob))
        throw wire.fail("option_invalid", { message: "file is no Blob: pass a File or a Blob." });
      // The core is there and has checked the configuration, before an address is made of it.
      const endpoint = await wire.within(signal, async () => service.under("uploads").href);
      if (!(file instanceof File && file.name)) return sent(file, options);
      const userId = await service.ownId({ signal });
      const known = await readable(wire, () => digest(file, endpoint, userId));
      const point = openResumePoint(known, await storage(), service);
      const before = resume ? point.read() : undefined;
      return lock(point.key, signal, wire, () => {
        // Who had to wait looks at the very upload that the other has completed, and so has forgotten.
        const address = (resume && point.read()) || before;
        return sent(file, options, point, address);
      });
    },
    async discardUpload(uploadId, { signal } = {}) {
      // It goes into an address.
      if (typeof uploadId !== "string" || !/^[\w-]+$/.test(uploadId)) {
        throw wire.fail("option_invalid", { message: "uploadId is none: pass what an upload has as uploadId." });
      }
      const address = await wire.within(signal, async () => service.under(`uploads/${uploadId}`));
      await service.ask(address.href, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" }, signal });
      forgetUpload(address, await storage());
    },
  };
};

/** What reads a file may find that it is gone, or is another by now. */
const readable = async <T>({ fail }: Wire, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw fail("option_invalid", { message: "file cannot be read, or has changed: have it chosen again.", cause });
  }
};
