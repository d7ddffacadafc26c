// Locks of this process. There is one on a phone: what other tabs are to a browser is another call of the same app here.

/** Of each lock, when the last who asked for it will have let go. */
const tails = new Map<string, Promise<void>>();

/**
 * Takes the lock of this name, in the order of asking. Gives what lets go of it; undefined where that took too long, or where
 * `signal` fired before.
 *
 * @param within How long to wait, in milliseconds.
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
  const isMine = await inTime(before, within, signal);
  if (isMine) return letGo;
  // Whoever comes next waits for those before us, and not for us.
  letGo();
  return undefined;
};

const inTime = (turn: Promise<void>, within: number, signal?: AbortSignal | null): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isMine: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      resolve(isMine);
    };
    const giveUp = () => settle(false);
    const timer = setTimeout(giveUp, within);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    void turn.then(() => settle(true));
  });
