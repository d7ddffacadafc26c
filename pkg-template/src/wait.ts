import { isStagepassError, StagepassError } from "./errors.js";
import { DEADLINE } from "./terms.js";

/** Throws `aborted` where `signal` has fired already. */
export const throwIfAborted = (signal?: AbortSignal | null): void => {
  if (signal?.aborted) throw aborted(signal);
};

/** `work`, unless `signal` fires first. The work itself goes on. */
export const abortable = <T>(work: Promise<T>, signal?: AbortSignal): Promise<T> =>
  signal
    ? new Promise((resolve, reject) => {
        const abort = () => reject(aborted(signal));
        if (signal.aborted) abort();
        signal.addEventListener("abort", abort);
        work.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
      })
    : work;

const aborted = (signal: AbortSignal) => new StagepassError("aborted", { cause: signal.reason });

/**
 * Does `work` with a signal that fires at the deadline or with the caller's, and names what ended it: `timeout`, `aborted`, or
 * `network` for whatever else is thrown that is no failure of ours.
 *
 * @param isLasting The caller's signal goes on to count when `work` is done: a body is still to be read.
 */
export type Within = <T>(
  signal: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  isLasting?: boolean,
) => Promise<T>;

export const within: Within = async (signal, work, isLasting) => {
  throwIfAborted(signal);
  const end = new AbortController();
  const abort = () => end.abort(signal?.reason);
  const timer = setTimeout(abort, DEADLINE);
  signal?.addEventListener("abort", abort);
  // A listener that stays would pile up on the signal of, say, a page that makes many calls.
  const both = isLasting && signal && AbortSignal.any?.([signal, end.signal]);
  let isOver = both || !isLasting;
  try {
    return await abortable(work(both || end.signal), end.signal);
  } catch (cause) {
    isOver = true;
    throwIfAborted(signal);
    // The caller did not end it, so the deadline has.
    throw end.signal.aborted
      ? new StagepassError("timeout")
      : isStagepassError(cause)
        ? cause
        : new StagepassError("network", { cause });
  } finally {
    clearTimeout(timer);
    if (isOver) signal?.removeEventListener("abort", abort);
  }
};
