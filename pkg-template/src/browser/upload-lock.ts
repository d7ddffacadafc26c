import type { UploadLock } from "../api/uploads.js";

/** How long to wait for another tab, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Does `work` while no other tab, and nobody else on this page, does the same: two that send the same upload would take each
 * other's turn at the service again and again, and send much of it twice. Rejects with `conflict` where the other takes long.
 *
 * Where a browser has no locks the service alone keeps them apart, by the order of their bytes.
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
    // This page may have no locks.
    return work();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
};
