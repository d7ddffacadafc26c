import { isStagepassError, StagepassError } from "../errors.js";
import { DEADLINE } from "../terms.js";
import { abortable, throwIfAborted, type Within } from "../wait.js";

export { abortable, throwIfAborted, type Within } from "../wait.js";

/** As in ../wait.ts, but what a callback says stands in an object: see misread in ../../hermes.mjs. */
export const within: Within = async (signal, work, isLasting) => {
  throwIfAborted(signal);
  const end = new AbortController();
  const said = { isLate: false };
  const abort = () => end.abort(signal?.reason);
  const timer = setTimeout(() => {
    said.isLate = true;
    abort();
  }, DEADLINE);
  signal?.addEventListener("abort", abort);
  const both = isLasting && signal && AbortSignal.any?.([signal, end.signal]);
  let isOver = both || !isLasting;
  try {
    return await abortable(work(both || end.signal), end.signal);
  } catch (cause) {
    isOver = true;
    throwIfAborted(signal);
    if (said.isLate) throw new StagepassError("timeout");
    throw isStagepassError(cause) ? cause : new StagepassError("network", { cause });
  } finally {
    clearTimeout(timer);
    if (isOver) signal?.removeEventListener("abort", abort);
  }
};
