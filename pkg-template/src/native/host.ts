// What the core is run on: what a phone can do, as src/host.rs asks for it.

import { ALWAYS } from "../terms.js";
import { fetch } from "./fetch.js";
import { takeLock } from "./locks.js";
import type { Random } from "./random.js";
import { memory, type Store } from "./storage.js";

/** Where a value is kept: `Area` of src/effect.rs. Logins under way are always `local`. */
export type Area = "local" | "session" | "memory" | "custom";

/** What crosses the border. A plain object: each login has one of its own. */
export interface Host {
  /** Milliseconds since 1970. */
  now(): number;
  /** So many random octets. Throws where there are none. */
  random(count: number): Uint8Array;
  read(area: Area, key: string): Promise<string | null>;
  /** Gives whether the value outlives the process. */
  write(area: Area, key: string, value: string): Promise<boolean>;
  remove(area: Area, key: string): Promise<unknown>;
  /** The keys that begin so, of all areas. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Begins to show the address. */
  open(url: string): unknown;
  /** Gives what lets go of the lock; undefined where it was not to be had in time. */
  lock(name: string, within: number, signal?: AbortSignal | null): Promise<(() => void) | undefined>;
  /** Posts JSON. Gives undefined where no answer came in time; rejects where the service cannot be reached. */
  post(url: string, body: string, within: number, signal?: AbortSignal | null): Promise<Posted | undefined>;
}

/** An answer. */
export interface Posted {
  status: number;
  text: string;
}

/** How long a lock is held at most, in milliseconds: a core that dies by a trap lets go of nothing. */
const LONGEST_LOCK = 60_000;

/** @param random Gives what makes random numbers, or throws; asked when the first are needed. */
export const openHost = (store: Store, random: () => Random): Host => {
  const storeFor = (area: Area) => (area === "local" || area === "custom" ? store : memory);
  return {
    now: () => Date.now(),
    random: (count) => random()(count),
    read: (area, key) => storeFor(area).read(key),
    write: (area, key, value) => storeFor(area).write(key, value),
    remove: (area, key) => storeFor(area).remove(key),
    async keys(prefix) {
      const all = await Promise.all([store, memory].map((one) => one.keys(prefix)));
      return [...new Set(all.flat())];
    },
    // A login has one of its own; nothing else opens anything.
    open() {},
    async lock(name, within, signal) {
      const letGo = await takeLock(name, within, signal);
      if (!letGo) return undefined;
      const timer = setTimeout(letGo, LONGEST_LOCK);
      return () => {
        clearTimeout(timer);
        letGo();
      };
    },
    post,
  };
};

/** A request to the service: no redirect is followed, no cookie goes along, nothing is cached. */
const post: Host["post"] = async (url, body, within, signal) => {
  const end = new AbortController();
  const giveUp = () => end.abort();
  const timer = setTimeout(giveUp, within);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  const over = new Promise<undefined>((resolve) => end.signal.addEventListener("abort", () => resolve(undefined)));
  try {
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
    const answered = async (): Promise<Posted | undefined> => {
      if (end.signal.aborted) return undefined;
      const answer = await fetch(url, { method: "POST", headers, body, signal: end.signal, ...ALWAYS });
      return { status: answer.status, text: await answer.text() };
    };
    // Not every fetch can be called off.
    return await Promise.race([answered(), over]);
  } catch (error) {
    if (end.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
};
