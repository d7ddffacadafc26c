// Where values are stored: in the app's store if it accepts them, otherwise in the memory of the process.

import { asyncStorage, missing } from "../peers.js";
import type { NativeConfig, NativeStorage } from "../types.js";
import { indexed, type WholeStorage } from "./keys.js";

/** A store that never rejects. */
export interface Store {
  read(key: string): Promise<string | null>;
  /** Stores a value. Returns whether it outlives the process. */
  write(key: string, value: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Returns the keys with this prefix. */
  keys(prefix: string): Promise<string[]>;
  /** The last error of the app's store. */
  readonly lastError: unknown;
}

const stores = new WeakMap<NativeStorage, Store>();

/**
 * Returns the store of a configuration, the same for all clients that name the same. Throws `unsupported` if none is
 * configured and the default is missing.
 */
export const storeOf = (choice: NativeConfig["storage"]): Store => {
  if (choice === "memory") return memory;
  const named = choice ?? asyncStorage();
  if (!named)
    throw missing("Staying signed in needs a storage", "@react-native-async-storage/async-storage", "storage");
  const store = stores.get(named) ?? openStore(named.getAllKeys ? (named as WholeStorage) : indexed(named));
  stores.set(named, store);
  return store;
};

const openMemory = (): Store & { has(key: string): boolean } => {
  const kept = new Map<string, string>();
  return {
    has: (key) => kept.has(key),
    read: async (key) => kept.get(key) ?? null,
    write: async (key, value) => !!kept.set(key, value),
    remove: async (key) => void kept.delete(key),
    keys: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    lastError: undefined,
  };
};

/** Shared by the whole process. */
export const memory: Store = openMemory();

/** Wraps the app's store, with memory for values that it rejects. */
const openStore = (named: WholeStorage): Store => {
  const untaken = openMemory();
  let lastError: unknown;

  /** Returns the result of `work`, or `otherwise`. A store may throw instead of rejecting. */
  const attempt = async <T>(work: () => T, otherwise: Awaited<T>): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (error) {
      lastError = error;
      return otherwise;
    }
  };

  return {
    async read(key) {
      if (untaken.has(key)) return untaken.read(key);
      const value = await attempt(() => named.getItem(key), null);
      return typeof value === "string" ? value : null;
    },
    async write(key, value) {
      const isTaken = await attempt(async () => {
        await named.setItem(key, value);
        return true;
      }, false);
      await (isTaken ? untaken.remove(key) : untaken.write(key, value));
      return isTaken;
    },
    async remove(key) {
      await untaken.remove(key);
      await attempt(() => named.removeItem(key), undefined);
    },
    async keys(prefix) {
      const all = await attempt(() => named.getAllKeys(), []);
      const ours = all.filter((key) => typeof key === "string" && key.startsWith(prefix));
      return [...new Set([...(await untaken.keys(prefix)), ...ours])];
    },
    get lastError() {
      return lastError;
    },
  };
};
