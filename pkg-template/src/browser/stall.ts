/**
 * How long an element may wait for data before it counts as stalled, in milliseconds. Doubled each time, up to a
 * minute.
 */
const PATIENCE = 4_000;
const MOST_PATIENCE = 60_000;

/**
 * Calls `isStalled` if the element waits for data and none arrives.
 *
 * If a range request is rejected in the middle of a track or after a seek, not every browser reports an error. The
 * element then only waits.
 *
 * @param on Adds a listener to some events of the element.
 * @param signal Removes the listeners.
 */
export const watchStalls = (
  on: (events: string[], listener: () => void) => void,
  audio: HTMLMediaElement,
  isStalled: () => Promise<void>,
  signal: AbortSignal,
): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience = PATIENCE;

  const calm = () => {
    clearTimeout(timer);
    timer = undefined;
    patience = PATIENCE;
  };

  const wait = () => {
    if (timer !== undefined) return;
    const own = setTimeout(async () => {
      patience = Math.min(patience * 2, MOST_PATIENCE);
      await isStalled();
      // Data has arrived in the meantime, and another wait may have begun.
      if (timer !== own || signal.aborted) return;
      timer = undefined;
      wait();
    }, patience);
    timer = own;
  };

  on(["waiting", "stalled", "seeking"], wait);
  on(["playing", "seeked", "error", "ended", "emptied"], calm);
  // Also fired while seeking, which is no progress.
  on(["timeupdate"], () => {
    if (!audio.seeking) calm();
  });
  signal.addEventListener("abort", calm);
};
