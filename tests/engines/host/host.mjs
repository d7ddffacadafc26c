// A host in plain JavaScript, which records the requested effects.

import { Random } from "../random.mjs";

/** When it is there, in milliseconds since 1970. */
export const NOW = 1_795_000_000_000;

/**
 * A host whose service is `service`, and which does some things otherwise.
 *
 * @param {{ post: Function }} service
 * @param {Record<string, Function>} otherwise
 */
export const createHost = (service, otherwise = {}) => {
  /** @type {unknown[][]} what it was asked for: a name, and what was given */
  const calls = [];
  const stored = { local: new Map(), session: new Map(), memory: new Map(), custom: new Map() };
  const clock = { shows: NOW };
  const locks = createLocks();
  const random = new Random("host");
  const plain = {
    now: () => clock.shows,
    random: (count) => Uint8Array.from({ length: count }, () => random.below(256)),
    read: async (area, key) => stored[area].get(key) ?? null,
    write: async (area, key, value) => {
      stored[area].set(key, value);
      return true;
    },
    remove: async (area, key) => stored[area].delete(key),
    keys: async (prefix) =>
      Object.values(stored).flatMap((area) => [...area.keys()].filter((key) => key.startsWith(prefix))),
    open: () => undefined,
    lock: (name) => locks.take(name),
    post: (url, body, _within, _signal, type) => service.post(url, body, type),
  };
  const object = Object.fromEntries(
    Object.entries({ ...plain, ...otherwise }).map(([name, act]) => [
      name,
      (...given) => {
        calls.push([name, ...given]);
        return act(...given);
      },
    ]),
  );
  return {
    object,
    /** Its default behaviour. */
    plain,
    calls,
    stored,
    clock,
    held: locks.held,
    /** The arguments of each call of this name. */
    callsOf: (name) => calls.filter(([called]) => called === name).map(([, ...given]) => given),
  };
};

/** Locks of one app: one holder at a time, in the order of asking. */
const createLocks = () => {
  const held = new Set();
  const queues = new Map();
  const take = async (name) => {
    const before = queues.get(name);
    let next;
    queues.set(name, new Promise((resolve) => (next = resolve)));
    await before;
    held.add(name);
    return () => {
      held.delete(name);
      next();
    };
  };
  return { take, held };
};
