import type { RevocableToken, Revocation } from "../glue.js";

/** The delay before the first retry, in milliseconds. It doubles with each one. */
const SHORTEST = 1_000;

/** The longest delay, in milliseconds. */
const LONGEST = 60_000;

/**
 * Revokes a session that was signed out while the service could not be reached. Retries until the service responds or
 * `signal` fires, also when the browser is online again. The tokens are only in memory.
 *
 * @param revoke Returns the tokens that are left if the service could not be reached.
 */
export const revokeLater = async (
  revoke: (tokens: readonly RevocableToken[]) => Promise<Revocation>,
  first: Revocation,
  signal: AbortSignal,
): Promise<void> => {
  let left = first;
  for (let delay = SHORTEST; left.kind === "tokens" && !signal.aborted; delay = Math.min(2 * delay, LONGEST)) {
    await pause(delay, signal);
    if (!signal.aborted) left = await revoke(left.tokens).catch(() => left);
  }
};

/** Waits for a delay, or until the browser is online, or until `signal` fires. */
const pause = (delay: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = new AbortController();
    const wake = () => {
      clearTimeout(timer);
      end.abort();
      resolve();
    };
    const timer = setTimeout(wake, delay);
    addEventListener("online", wake, end);
    signal.addEventListener("abort", wake, end);
  });
