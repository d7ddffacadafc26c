// The stores of a page: available, denied, full, or broken as in known browser bugs. Also one of the app, which may be
// broken in every way.

import { value } from "../values.mjs";

class QuotaExceeded extends Error {
  name = "QuotaExceededError";
}

class Denied extends Error {
  name = "SecurityError";
}

/** @param {(...words: unknown[]) => void} note takes down what the core does */
export const createStorage = (note) => {
  const areas = {
    local: createArea(note, "local"),
    session: createArea(note, "session"),
    custom: createArea(note, "custom"),
  };
  return {
    begin(given) {
      for (const [name, area] of Object.entries(areas)) area.begin(given[name]);
    },
    /** Changes it as another tab would, if the area exists. */
    change(name, key, value) {
      areas[name]?.change(key, value);
    },
    stored: (name, key) => areas[name].value(key),
    /** The stored values of each area, in their order. */
    contents: () => Object.entries(areas).map(([name, area]) => [name, ...area.contents()]),
    local: areas.local.get,
    session: areas.session.get,
    /** The app's own storage object: access is never denied, but its methods may throw. */
    custom: () => areas.custom.storage,
  };
};

/** An area that notes all that is done to it under its name. */
const createArea = (note, name) => {
  let mode = "there";
  /** @type {Record<string, unknown>} what a store that makes no sense gives */
  let gives = {};
  /** @type {Map<string, string>} */
  let stored = new Map();
  let room = Number.POSITIVE_INFINITY;

  const read = (what, right) => {
    if (mode === "unreadable" || mode === "throws") throw new Denied(what);
    return mode === "nonsense" && what in gives ? value(gives[what]) : right();
  };

  const storage = {
    getItem(key) {
      note(`${name}.getItem`, key);
      return read("getItem", () => stored.get(key) ?? null);
    },
    setItem(key, value) {
      note(`${name}.setItem`, key, value);
      if (mode === "full" || mode === "throws" || room-- <= 0) throw new QuotaExceeded("setItem");
      stored.set(key, value);
    },
    removeItem(key) {
      note(`${name}.removeItem`, key);
      if (mode === "unreadable" || mode === "throws") throw new Denied("removeItem");
      stored.delete(key);
    },
    key(index) {
      note(`${name}.key`, index);
      return read("key", () => [...stored.keys()][index] ?? null);
    },
    get length() {
      if (mode === "unreadable") return Number.NaN;
      return read("length", () => stored.size);
    },
  };

  return {
    begin(given) {
      mode = given.mode;
      gives = given.gives ?? {};
      room = given.room ?? Number.POSITIVE_INFINITY;
      stored = new Map(given.stored.map((entry) => entry.map((part) => value(part))));
    },
    change(key, value) {
      if (value === null) stored.delete(key);
      else stored.set(key, value);
    },
    value: (key) => stored.get(key),
    contents: () => [...stored],
    storage: new Proxy(storage, {
      get: (store, member) => (mode === "incomplete" && member !== "length" ? undefined : Reflect.get(store, member)),
    }),
    get() {
      if (mode === "denied") throw new Denied(name);
      return mode === "missing" ? null : storage;
    },
  };
};
