// localStorage: there, denied, full, or broken in ways that browsers have been broken in.

import { value } from "../values.mjs";

class QuotaExceeded extends Error {
  name = "QuotaExceededError";
}

class Denied extends Error {
  name = "SecurityError";
}

/** @param {(...words: unknown[]) => void} note takes down what the core does */
export const createStorage = (note) => {
  let mode = "there";
  /** @type {Map<string, string>} */
  let stored = new Map();
  let room = Number.POSITIVE_INFINITY;

  const storage = {
    getItem(key) {
      note("getItem", key);
      if (mode === "unreadable") throw new Denied("getItem");
      return stored.get(key) ?? null;
    },
    setItem(key, value) {
      note("setItem", key, value);
      if (mode === "full" || room-- <= 0) throw new QuotaExceeded("setItem");
      stored.set(key, value);
    },
    removeItem(key) {
      note("removeItem", key);
      if (mode === "unreadable") throw new Denied("removeItem");
      stored.delete(key);
    },
    key(index) {
      note("key", index);
      if (mode === "unreadable") throw new Denied("key");
      return [...stored.keys()][index] ?? null;
    },
    get length() {
      return mode === "unreadable" ? Number.NaN : stored.size;
    },
  };

  return {
    begin(given) {
      mode = given.mode;
      room = given.room ?? Number.POSITIVE_INFINITY;
      stored = new Map(given.stored.map((entry) => entry.map((part) => value(part))));
    },
    /** As another tab would. */
    change(key, value) {
      if (value === null) stored.delete(key);
      else stored.set(key, value);
    },
    /** What is stored, in its order. */
    contents: () => [...stored],
    get() {
      if (mode === "denied") throw new Denied("localStorage");
      return mode === "missing" ? null : storage;
    },
  };
};
