import type { Playback, Track } from "stagepass";
import { element } from "../elements.js";
import { showFailure } from "../failure.js";
import type { Visit } from "../pass/sign-in.js";

let current: { track: Track; playback?: Playback } | undefined;

/** Plays a track instead of the current one. Call this in the click handler: browsers block sound without a click. */
export async function play(visit: Visit, track: Track): Promise<void> {
  const started: typeof current = { track };
  // Silent at once: the new one may be refused.
  current?.playback?.stop();
  current = started;
  say(`Asking for ${track.title}…`);
  showFailure("listen-error", null);
  try {
    started.playback = await visit.sp.tracks.play(element<HTMLAudioElement>("player"), track.id);
    if (current === started) say(`${track.title}, by ${track.user.name}`);
    await started.playback.finished;
  } catch (error) {
    // Another one was chosen meanwhile.
    if (current !== started) return;
    current = undefined;
    say("Nothing is playing.");
    showFailure("listen-error", error);
  }
}

function say(words: string): void {
  element("now-playing").textContent = words;
  markPlaying();
}

/** Marks what plays in the lists. */
export function markPlaying(): void {
  const playing = current?.playback ? String(current.track.id) : undefined;
  for (const item of element("listen").querySelectorAll<HTMLElement>("li[data-track-id]")) {
    item.ariaCurrent = item.dataset.trackId === playing ? "true" : null;
  }
}
