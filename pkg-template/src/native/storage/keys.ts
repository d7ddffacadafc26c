// Stores that cannot list their keys, such as the system's key chains, and that allow few characters in a key.

import { takeLock } from "../locks.js";
import type { NativeStorage } from "../types.js";

/** The key of the index. */
const INDEX = "stagepass.keys";

/** How long to wait for another change of the index, in milliseconds. */
const PATIENCE = 10_000;

/** A store with all methods. */
export type WholeStorage = Required<NativeStorage>;

let count = 0;

/**
 * Returns `named` with an index of our own keys. The index is written before a new key, and after a removed one. So it
 * lists all keys, whenever the app ends.
 */
export const indexed = (named: NativeStorage): WholeStorage => {
  const lock = `stagepass/keys/${count++}`;

  const read = async (): Promise<string[]> => {
    try {
      const keys: unknown = JSON.parse((await named.getItem(INDEX)) ?? "[]");
      return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
    } catch {
      return [];
    }
  };

  /** Applies one change after the other, because each reads what it changes. */
  const change = async (next: (keys: string[]) => string[]): Promise<void> => {
    const letGo = await takeLock(lock, PATIENCE);
    try {
      const keys = await read();
      const changed = next(keys);
      if (changed.length !== keys.length) await named.setItem(INDEX, JSON.stringify(changed));
    } finally {
      letGo?.();
    }
  };

  return {
    getItem: (key) => named.getItem(plainKey(key)),
    async setItem(key, value) {
      await change((keys) => (keys.includes(key) ? keys : [...keys, key]));
      await named.setItem(plainKey(key), value);
    },
    async removeItem(key) {
      await named.removeItem(plainKey(key));
      await change((keys) => keys.filter((other) => other !== key));
    },
    getAllKeys: read,
  };
};

/** Encodes `key` in letters, digits, `.`, `-` and `_`. Different keys stay different. */
export const plainKey = (key: string): string =>
  key.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
