/** The timeout of one probe, in milliseconds. Two probes may run one after the other. */
export const PATIENCE = 4_500;

/** The error of a probe that timed out. */
export const LATE = new Error("it took too long");

/**
 * Returns the result of `work`. Rejects with {@link LATE} after {@link PATIENCE}, and with the reason of `outer`. The
 * signal of `work` fires then.
 */
export const inTime = <T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const end = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const letGo = () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", abort);
    };
    const stop = (reason: unknown) => {
      letGo();
      end.abort();
      reject(reason);
    };
    const abort = () => stop(outer.reason);
    const timer = setTimeout(() => stop(LATE), PATIENCE);
    outer.addEventListener("abort", abort);
    if (outer.aborted) abort();
    // Runs at once. A synchronous error becomes a rejection like any other.
    const begun = (async () => work(end.signal))();
    begun.finally(letGo).then(resolve, reject);
  });
};
