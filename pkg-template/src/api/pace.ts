import type { UploadProgress } from "../types.js";

/** How far back a speed looks, in milliseconds. */
const WINDOW = 8_000;

/** How long there has to be something to look at before a speed is told, in milliseconds: at first a buffer is filled. */
const SOON = 500;

/** How fast it goes, told with how far it is. */
export type Pace = (sent: number, total: number) => Pick<UploadProgress, "bytesPerSecond" | "secondsLeft">;

/**
 * The speed of the last seconds. The first call says where it began, which counts for no speed; what had to be sent again is no
 * speed either, and begins it anew.
 *
 * @param now Milliseconds, of a clock that only goes forward.
 */
export const openPace = (now: () => number): Pace => {
  let seen: { at: number; sent: number }[] = [];
  return (sent, total) => {
    const at = now();
    const last = seen[seen.length - 1];
    if (last && sent < last.sent) seen = [];
    seen.push({ at, sent });
    // One that is older stays: of a pause that is longer than the window both ends count.
    while (seen[1] && seen[1].at <= at - WINDOW) seen.shift();
    const [first] = seen;
    const span = first ? at - first.at : 0;
    if (!first || span < SOON) return {};
    const bytesPerSecond = Math.round(((sent - first.sent) * 1000) / span);
    return { bytesPerSecond, ...(bytesPerSecond ? { secondsLeft: Math.ceil((total - sent) / bytesPerSecond) } : {}) };
  };
};
