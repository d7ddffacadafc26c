// What a phone keeps of uploads that have not ended: as the browser's half does, by a copy in memory of what of the store is
// about uploads. There is one process, so the copy is what counts; the store is for the next.

import type { Choice } from "../api/kept.js";
import { forgetUpload as forgetShared, keptOf as keptShared } from "../api/kept.js";
import type { SessionStorage } from "../types.js";
import { fingerprint } from "./fingerprint.js";
import { type Store, storeOf } from "./storage.js";
import type { NativeConfig } from "./types.js";

/** How the keys begin: PREFIX in ../api/kept.ts. */
const PREFIX = "stagepass.upload.";

const copies = new WeakMap<Store, Promise<SessionStorage>>();

/** What is kept of this file's upload. */
export const keptOf: typeof keptShared = async (file, userId, choice, service) => {
  // There is no `crypto.subtle` here: what the shared half would write in plain words is told by this alone.
  const told = { name: await fingerprint(file), size: 0, lastModified: 0, type: "" } as File;
  return keptShared(told, userId, await copyOf(choice), service);
};

/** Forgets the upload that is there, before another one looks. */
export const forgetUpload: typeof forgetShared = (address, choice, service) => {
  void copyOf(choice).then((copy) => forgetShared(address, copy, service));
};

const copyOf = (choice: Choice): Promise<SessionStorage> => {
  // The configuration is the phone's: what it names is no browser's storage.
  const store = storeOf(choice as NativeConfig["storage"]);
  const copy = copies.get(store) ?? copyFrom(store);
  copies.set(store, copy);
  return copy;
};

const copyFrom = async (store: Store): Promise<SessionStorage> => {
  const kept = new Map<string, string>();
  for (const key of await store.keys(PREFIX)) {
    const value = await store.read(key);
    if (value !== null) kept.set(key, value);
  }
  let written: Promise<unknown> = Promise.resolve();
  /** In their order: the last word about a key is the one that stays. */
  const then = (change: () => Promise<unknown>) => {
    written = written.then(change);
  };
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      kept.set(key, value);
      then(() => store.write(key, value));
    },
    removeItem(key) {
      kept.delete(key);
      then(() => store.remove(key));
    },
  };
};
