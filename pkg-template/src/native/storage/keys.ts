// Stores that cannot tell their keys, such as the system's key chains, and take few characters in one.

import { takeLock } from "../locks.js";
import type { NativeStorage } from "../types.js";

/** Under which key the others stand. */
const INDEX = "stagepass.keys";

/** How long to wait for another change of the index, in milliseconds. */
const PATIENCE = 10_000;

/** A store with all that one needs. */
export type WholeStorage = Required<NativeStorage>;

let count = 0;

/**
 * `named`, with an index of our own keys in it. The index is written before what it names, and changed after what is no longer
 * there: whenever the app is ended, it names all that there is.
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

  /** One change after the other: each reads what it changes. */
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

/** `key` in letters, digits, `.`, `-` and `_`; another one for each. */
export const plainKey = (key: string): string =>
  key.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
