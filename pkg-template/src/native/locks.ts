// Locks of this process, the only one on a phone. Calls of one app compete here, as tabs do in a browser.

/** For each lock, a promise that settles when its last holder releases it. */
const tails = new Map<string, Promise<void>>();

/**
 * Takes the lock of this name, first come, first served. Returns a function that releases it. Undefined after the
 * timeout, or if `signal` has fired.
 *
 * @param within The timeout, in milliseconds.
 */
export const takeLock = async (
  name: string,
  within: number,
  signal?: AbortSignal | null,
): Promise<(() => void) | undefined> => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const before = tails.get(name) ?? Promise.resolve();
  const tail = before.then(() => held);
  tails.set(name, tail);
  void tail.then(() => {
    if (tails.get(name) === tail) tails.delete(name);
  });
  const isAcquired = await inTime(before, within, signal);
  if (isAcquired) return letGo;
  // The next one waits for the holders before us, and not for us.
  letGo();
  return undefined;
};

const inTime = (turn: Promise<void>, within: number, signal?: AbortSignal | null): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isAcquired: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      resolve(isAcquired);
    };
    const giveUp = () => settle(false);
    const timer = setTimeout(giveUp, within);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    void turn.then(() => settle(true));
  });
