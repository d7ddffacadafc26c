// Files as pickers give them: an address on the phone, and what it is called.

import { StagepassError } from "../errors.js";
import type { PickedFile } from "./types.js";

/**
 * The file that was picked, read into the phone's memory: for what takes a `File`, such as `createUploadQueue`.
 *
 * Rejects with `option_invalid` where it cannot be read.
 */
export const fileFrom = async (picked: PickedFile): Promise<File> => {
  const { uri, name, type, mimeType } = picked;
  const blob = await read(uri);
  const called = name || uri.split(/[?#]/, 1)[0]?.split("/").pop() || "file";
  const kind = type || mimeType || blob.type || "";
  return Object.defineProperties(asKind(blob), {
    name: { value: called },
    type: { value: kind },
    lastModified: { value: 0 },
  });
};

/**
 * The blob as one that is a File, too: by its prototype, which is all that `instanceof` asks for in Hermes of 2022. A new File of it
 * would be a second copy of all its bytes.
 */
const asKind = (blob: Blob): File => {
  if (blob instanceof File || !(blob instanceof Blob)) return blob as File;
  if (!(File.prototype instanceof Blob)) Object.setPrototypeOf(File.prototype, Blob.prototype);
  return Object.setPrototypeOf(blob, File.prototype);
};

/** What is uploaded: a picked file as a File, anything else as it is. */
export const asFile = async <Given>(given: Given): Promise<Given | File> => (isPicked(given) ? fileFrom(given) : given);

const isPicked = (given: unknown): given is PickedFile =>
  typeof (given as { uri?: unknown } | null)?.uri === "string" && !(given instanceof Blob);

/** By fetch, which React Native takes to local files as well. Nothing but such is asked for: the address may be anybody's. */
const read = async (uri: string): Promise<Blob> => {
  try {
    if (!/^(?:file|content|ph|assets-library|data|blob):/i.test(uri)) throw new TypeError("This is no local address.");
    // Not ours, which knows web addresses alone.
    return await (await globalThis.fetch(uri)).blob();
  } catch (cause) {
    throw new StagepassError("option_invalid", { message: "file cannot be read: have it chosen again.", cause });
  }
};
