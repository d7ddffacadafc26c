import { isStagepassError, StagepassError } from "./errors.js";
import { DEADLINE } from "./request-defaults.js";

/** Throws `aborted` if `signal` has fired. */
export const throwIfAborted = (signal?: AbortSignal | null): void => {
  if (signal?.aborted) throw aborted(signal);
};

/** Returns the result of `work`, unless `signal` fires first. Does not stop the work. */
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
 * Does `work` with a signal that fires at the timeout or with the caller's signal. Rejects with `timeout`, with
 * `aborted`, or with `network` for any error that is not a `StagepassError`.
 *
 * @param isLasting Whether the caller's signal still counts after `work`, because a body remains to be read.
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
  // Otherwise listeners would accumulate on the signal of a page that makes many calls.
  const both = isLasting && signal && AbortSignal.any?.([signal, end.signal]);
  let isOver = both || !isLasting;
  try {
    return await abortable(work(both || end.signal), end.signal);
  } catch (cause) {
    isOver = true;
    throwIfAborted(signal);
    // The caller did not abort, so it is the timeout.
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
