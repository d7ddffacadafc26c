// Uploads from a phone. The shared half reads resume points from a copy in memory. There is one process, so the copy is
// current, and the store is for the next process.

import { openMemory } from "../../api/memory.js";
import { PREFIX } from "../../api/resume.js";
import type { Service } from "../../api/service.js";
import { openUploads as openShared, type UploadPlatform } from "../../api/uploads.js";
import type { Wire } from "../../api/wire.js";
import type { SessionStorage } from "../../types.js";
import { type Store, storeOf } from "../storage/store.js";
import type { NativeConfig } from "../types.js";
import { fingerprint } from "./fingerprint.js";
import { lock } from "./lock.js";

/** `tracks.upload` and `tracks.discardUpload` on a phone. */
export const openUploads = (choice: NativeConfig["storage"], service: Service, wire: Wire) =>
  openShared(service, wire, { storage: () => copyOf(storeOf(choice)), digest, lock });

/** There is no `crypto.subtle` here to hash a URL with. */
const digest: UploadPlatform["digest"] = async (file, endpoint, userId) =>
  JSON.stringify([endpoint, userId, await fingerprint(file)]);

const copies = new WeakMap<Store, Promise<SessionStorage>>();

const copyOf = (store: Store): Promise<SessionStorage> => {
  const copy = copies.get(store) ?? copyFrom(store);
  copies.set(store, copy);
  return copy;
};

const copyFrom = async (store: Store): Promise<SessionStorage> => {
  const values = new Map<string, string>();
  for (const key of await store.keys(PREFIX)) {
    const value = await store.read(key);
    if (value !== null) values.set(key, value);
  }
  let written: Promise<unknown> = Promise.resolve();
  return openMemory(values, (key, value) => {
    // In order, so that the last write to a key wins.
    written = written.then((): Promise<unknown> => (value === undefined ? store.remove(key) : store.write(key, value)));
  });
};
