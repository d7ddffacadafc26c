// Where things are kept: in the app's store as far as that takes them, and else in the memory of the process.

import { asyncStorage, missing } from "../peers.js";
import type { NativeConfig, NativeStorage } from "../types.js";
import { indexed, type WholeStorage } from "./keys.js";

/** A store that never rejects. */
export interface Store {
  read(key: string): Promise<string | null>;
  /** Gives whether it outlives the process. */
  write(key: string, value: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Those that begin so. */
  keys(prefix: string): Promise<string[]>;
  /** What the app's store rejected with last. */
  readonly lastError: unknown;
}

const stores = new WeakMap<NativeStorage, Store>();

/**
 * The store that a configuration names: the same for all clients that name the same. Throws `unsupported` where it names none,
 * and the default is not there.
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

/** Of the whole process. */
export const memory: Store = openMemory();

/** Around the app's store, with a memory for what that does not take. */
const openStore = (named: WholeStorage): Store => {
  const untaken = openMemory();
  let lastError: unknown;

  /** What `work` comes to, or `otherwise`. The store may throw where it should reject. */
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
