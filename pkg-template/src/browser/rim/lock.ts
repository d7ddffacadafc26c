import { DONE, ELAPSED, LOCK, REFUSED, UNLOCK } from "../../border.gen.js";
import type { Effects } from "../../rim/effects.js";
import { wait } from "./wait.js";

/**
 * How long the browser's other processes may take to read what was written to localStorage, in milliseconds. It is
 * separate from the lock, and may be slower.
 */
const SPREADS_WITHIN = 100;

/**
 * When a lock is released in any case, in milliseconds after the request. No flow holds a lock for so long, and other
 * windows must not wait until this page is closed.
 */
const GOES_AFTER = 60_000;

/**
 * Web Locks: one window of the origin at a time.
 *
 * @param ended Releases the lock. A request that still waits then finds it released already, and passes it on at once.
 */
export const lockOf = (window: Window, signal: AbortSignal | undefined, ended: AbortSignal): Effects => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: (() => void) | undefined;
  const end = () => {
    clearTimeout(timer);
    release?.();
  };
  ended.addEventListener("abort", end, { once: true });
  return {
    [LOCK](within, name) {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      timer = setTimeout(release as () => void, GOES_AFTER);
      const granted = wait<boolean>(within, signal, (end) =>
        // The lock is held while this promise is pending. A browser without locks throws, which rejects the wait.
        window.navigator.locks.request(name, () => {
          end(true);
          return held as Promise<never>;
        }),
      );
      return granted.then(
        (isGranted) => [isGranted ? DONE : ELAPSED],
        () => [REFUSED],
      );
    },
    /** Releases it after all processes can read what was stored under it. */
    [UNLOCK]() {
      clearTimeout(timer);
      if (release) setTimeout(release, SPREADS_WITHIN);
      release = undefined;
      return [DONE];
    },
  };
};
