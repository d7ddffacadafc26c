import type { UploadLock } from "../api/uploads.js";

/** How long to wait for another tab, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Does `work` under a Web Lock. Two senders of one upload would interrupt each other at the service, and send much of
 * it twice. Rejects with `conflict` if another tab takes too long.
 *
 * If the browser has no Web Locks, only the service separates them, by the offsets of their bytes.
 */
export const lock: UploadLock = async (name, signal, { fail }, work) => {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), PATIENCE);
  const abort = () => end.abort();
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  let isBegun = false;
  try {
    return await locks.request(name, { signal: end.signal }, () => {
      isBegun = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (isBegun) throw error;
    if (signal?.aborted) throw fail("aborted", { cause: signal.reason });
    if (end.signal.aborted)
      throw fail("conflict", { description: "this file is being uploaded already, perhaps in another tab" });
    // This page may have no Web Locks.
    return work();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
};
