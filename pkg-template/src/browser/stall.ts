/** How long an element may wait for data before somebody asks why, in milliseconds; doubled each time, up to a minute. */
const PATIENCE = 4_000;
const MOST_PATIENCE = 60_000;

/**
 * Calls `isStalled` where the element waits for data and none comes.
 *
 * Not every browser reports a range request that was refused in the middle of a track, or after a seek, as an error: the
 * element then just waits.
 *
 * @param on Adds a listener to some events of the element.
 * @param signal Ends it.
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
    timer ??= setTimeout(async () => {
      patience = Math.min(patience * 2, MOST_PATIENCE);
      await isStalled();
      if (timer === undefined || signal.aborted) return;
      timer = undefined;
      wait();
    }, patience);
  };

  on(["waiting", "stalled", "seeking"], wait);
  on(["playing", "seeked", "error", "ended", "emptied"], calm);
  // Also fired while seeking: that is no progress.
  on(["timeupdate"], () => {
    if (!audio.seeking) calm();
  });
  signal.addEventListener("abort", calm);
};
