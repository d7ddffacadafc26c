import { StagepassError } from "./errors.js";

/** Throws `aborted` where `signal` has fired already. */
export const throwIfAborted = (signal?: AbortSignal): void => {
  if (signal?.aborted) throw aborted(signal);
};

/** `work`, unless `signal` fires first. The work itself goes on. */
export const abortable = <T>(work: Promise<T>, signal?: AbortSignal): Promise<T> =>
  signal
    ? new Promise((resolve, reject) => {
        const abort = () => reject(aborted(signal));
        signal.addEventListener("abort", abort);
        work.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
      })
    : work;

const aborted = (signal: AbortSignal) => new StagepassError("aborted", { cause: signal.reason });
