import type { UploadProgress } from "../types.js";

/** The window of the speed, in milliseconds. */
const WINDOW = 8_000;

/** How long bytes must move before a speed is reported, in milliseconds. At first they only fill a buffer. */
const SOON = 500;

/** Returns the speed and the remaining time, from the bytes sent. */
export type Pace = (sent: number, total: number) => Pick<UploadProgress, "bytesPerSecond" | "secondsLeft">;

/**
 * Measures the speed of the last seconds. The first call sets the start. Bytes that are sent again are no progress, and
 * restart the measurement.
 *
 * @param now Returns milliseconds of a monotonic clock.
 */
export const openPace = (now: () => number): Pace => {
  let seen: { at: number; sent: number }[] = [];
  return (sent, total) => {
    const at = now();
    const last = seen[seen.length - 1];
    if (last && sent < last.sent) seen = [];
    seen.push({ at, sent });
    // An older one stays, so that a pause longer than the window counts in full.
    while (seen[1] && seen[1].at <= at - WINDOW) seen.shift();
    const [first] = seen;
    const span = first ? at - first.at : 0;
    if (!first || span < SOON) return {};
    const bytesPerSecond = Math.round(((sent - first.sent) * 1000) / span);
    return { bytesPerSecond, ...(bytesPerSecond ? { secondsLeft: Math.ceil((total - sent) / bytesPerSecond) } : {}) };
  };
};
