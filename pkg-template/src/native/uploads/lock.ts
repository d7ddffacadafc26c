import type { UploadLock } from "../../api/uploads.js";
import { takeLock } from "../locks.js";

/** How long to wait for another call, in milliseconds. */
const PATIENCE = 10_000;

/** Does `work` under a lock of this process. */
export const lock: UploadLock = async (name, signal, { fail }, work) => {
  const letGo = await takeLock(name, PATIENCE, signal);
  if (signal?.aborted) {
    letGo?.();
    throw fail("aborted", { cause: signal.reason });
  }
  if (!letGo) throw fail("conflict", { description: "this file is being uploaded already" });
  try {
    return await work();
  } finally {
    letGo();
  }
};
