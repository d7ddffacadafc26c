import type { Upload, UploadOptions, WaitOptions } from "../types.js";
import { alone } from "./alone.js";
import { type Choice, forgetUpload, type Kept, keptOf } from "./kept.js";
import { send } from "./send.js";
import type { Service } from "./service.js";
import { dataOf } from "./track.js";
import { readUpload } from "./uploaded.js";
import type { Wire } from "./wire.js";

/** Where a client's uploads go. */
export interface Desk {
  service: Service;
  wire: Wire;
  /** Where it keeps what it keeps. */
  storage: Choice;
}

/** `tracks.upload`: tus 1.0, then the service's own word of what it has got. */
export const upload = async (file: Blob, options: UploadOptions = {}, desk: Desk): Promise<Upload> => {
  const { service, wire, storage } = desk;
  const { signal, resume = true } = options;
  if (!(file instanceof Blob))
    throw wire.fail("option_invalid", { message: "file is no Blob: pass a File or a Blob." });
  // The core is there and has checked the configuration, before an address is made of it.
  await wire.within(signal, async () => service.under("uploads"));
  if (!(file instanceof File && file.name)) return sent(file, options, desk);
  const userId = await service.ownId({ signal });
  const kept = await readable(wire, () => keptOf(file, userId, storage, service));
  const before = resume ? kept.read() : undefined;
  return alone(kept.key, signal, wire, () => {
    // Who had to wait looks at the very upload that the other has completed, and so has forgotten.
    const address = (resume && kept.read()) || before;
    return sent(file, options, desk, kept, address);
  });
};

/** `tracks.discardUpload`. */
export const discard = async (uploadId: string, { signal }: WaitOptions = {}, desk: Desk): Promise<void> => {
  const { service, wire, storage } = desk;
  // It goes into an address.
  if (typeof uploadId !== "string" || !/^[\w-]+$/.test(uploadId)) {
    throw wire.fail("option_invalid", { message: "uploadId is none: pass what an upload has as uploadId." });
  }
  const address = await wire.within(signal, async () => service.under(`uploads/${uploadId}`));
  await service.ask(address.href, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" }, signal });
  forgetUpload(address, storage, service);
};

/** Sends the file, and has the service say what it is. */
const sent = async (file: Blob, options: UploadOptions, desk: Desk, kept?: Kept, address?: string): Promise<Upload> => {
  const { service, wire } = desk;
  const { signal } = options;
  try {
    const url = await send(file, options, desk, { kept, address });
    // Of the address that the service gave, which is under its own, or nothing would have been sent there.
    const upload = readUpload(wire, dataOf(await service.ask(url, { signal })));
    kept?.forget();
    return upload;
  } catch (error) {
    const { code } = error as { code?: string };
    // There is nothing to go on with any more.
    if (code === "upload_refused" || code === "not_found") kept?.forget();
    // A file that has changed on its disk looks like a network that fails.
    if (code === "network") await readable(wire, () => file.slice(0, 1).arrayBuffer());
    throw error;
  }
};

/** What reads a file may find that it is gone, or is another by now. */
const readable = async <T>({ fail }: Wire, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw fail("option_invalid", { message: "file cannot be read, or has changed: have it chosen again.", cause });
  }
};
