// The platform of the core on a phone.

import type { Proofs } from "../dpop/proofs.js";
import type { Area, Host, HostResponse } from "../glue.js";
import { ALWAYS } from "../request-defaults.js";
import { takeLock } from "./locks.js";
import type { Random } from "./random.js";
import { memory, type Store } from "./storage/store.js";
import { fetch } from "./web/fetch.js";

/** How long a lock is held at most, in milliseconds. A core that a trap has ended releases nothing. */
const LONGEST_LOCK = 60_000;

/** @param random Returns the source of random numbers, or throws. Called when the first are needed. */
export const openHost = (store: Store, random: () => Random, proofs: Proofs): Host => {
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
    // Each login has its own `open`. Nothing else opens a page.
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
    post: postWith(proofs),
  };
};

/** The response if there is no key for the proof. */
const NO_KEY: HostResponse = { status: 0, text: "" };

/** Sends requests to the service. They follow no redirect, send no cookie and use no cache. */
const postWith =
  (proofs: Proofs): Host["post"] =>
  async (url, body, within, signal, type, dpop, key) => {
    const end = new AbortController();
    const giveUp = () => end.abort();
    const timer = setTimeout(giveUp, within);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    const over = new Promise<undefined>((resolve) => end.signal.addEventListener("abort", () => resolve(undefined)));
    try {
      const headers = { "Content-Type": type, "Cache-Control": "no-store" };
      const answered = async (): Promise<HostResponse | undefined> => {
        if (end.signal.aborted) return undefined;
        const init = { method: "POST", headers, body, signal: end.signal, ...ALWAYS };
        const answer = await (dpop ? proofs.fetch(url, { ...init, dpop, key }) : fetch(url, init));
        return answer ? { status: answer.status, text: await answer.text() } : NO_KEY;
      };
      // Not every `fetch` can be aborted.
      return await Promise.race([answered(), over]);
    } catch (error) {
      if (end.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  };
