// Files as pickers return them: an address on the phone, and a name.

import { StagepassError } from "../errors.js";
import type { PickedFile } from "./types.js";

/**
 * Reads a picked file into memory, for functions that take a `File`, such as `createUploadQueue`.
 *
 * Rejects with `option_invalid` if the file cannot be read.
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
 * Makes the blob a `File` by its prototype, which is all that `instanceof` checks in Hermes of 2022. A new `File` would
 * copy all bytes.
 */
const asKind = (blob: Blob): File => {
  if (blob instanceof File || !(blob instanceof Blob)) return blob as File;
  if (!(File.prototype instanceof Blob)) Object.setPrototypeOf(File.prototype, Blob.prototype);
  return Object.setPrototypeOf(blob, File.prototype);
};

/** Returns a picked file as a `File`, and anything else unchanged. */
export const asFile = async <Given>(given: Given): Promise<Given | File> => (isPicked(given) ? fileFrom(given) : given);

const isPicked = (given: unknown): given is PickedFile =>
  typeof (given as { uri?: unknown } | null)?.uri === "string" && !(given instanceof Blob);

/**
 * Reads by `fetch`, which React Native also supports for local files. Accepts only local addresses, because the address
 * may come from outside.
 */
const read = async (uri: string): Promise<Blob> => {
  try {
    if (!/^(?:file|content|ph|assets-library|data|blob):/i.test(uri)) throw new TypeError("This is no local address.");
    // Not our `fetch`, which accepts only web addresses.
    return await (await globalThis.fetch(uri)).blob();
  } catch (cause) {
    throw new StagepassError("option_invalid", { message: "file cannot be read: have it chosen again.", cause });
  }
};
