/**
 * Resolves as `work` does, or to undefined after so many milliseconds or when `signal` fires. `work` can also end the
 * wait itself, with a value.
 */
export const wait = async <T>(
  within: number,
  signal: AbortSignal | undefined,
  work: (end: (value: T) => void) => Promise<T> | undefined,
): Promise<T | undefined> => {
  let giveUp = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      giveUp = () => resolve(undefined);
      if (signal?.aborted) giveUp();
      signal?.addEventListener("abort", giveUp);
      timer = setTimeout(giveUp, within);
      work(resolve)?.then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
};
