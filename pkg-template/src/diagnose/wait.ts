/** How long one probe may take, in milliseconds. Two of them may come one after the other. */
export const PATIENCE = 4_500;

/** What a probe ends with that has taken too long. */
export const LATE = new Error("it took too long");

/** What `work` comes to. It rejects with {@link LATE} after {@link PATIENCE}, and with `outer`; the signal of `work` fires then. */
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
    // Runs at once; what it throws becomes a rejection like any other.
    const begun = (async () => work(end.signal))();
    begun.finally(letGo).then(resolve, reject);
  });
};
