import type { Playback, Track } from "stagepass";
import { element } from "../elements.js";
import { showFailure } from "../failure.js";
import type { Visit } from "../pass/sign-in.js";

let asked: { track: Track; playback?: Playback } | undefined;

/** Plays a track instead of the current one. Call this in the click handler: browsers block sound without a click. */
export async function play(visit: Visit, track: Track): Promise<void> {
  const mine: typeof asked = { track };
  // Silent at once: the new one may be refused.
  asked?.playback?.stop();
  asked = mine;
  say(`Asking for ${track.title}…`);
  showFailure("listen-error", null);
  try {
    mine.playback = await visit.sp.tracks.play(element<HTMLAudioElement>("player"), track.id);
    if (asked === mine) say(`${track.title}, by ${track.user.name}`);
    await mine.playback.finished;
  } catch (error) {
    // Another one was chosen meanwhile.
    if (asked !== mine) return;
    asked = undefined;
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
  const playing = asked?.playback ? String(asked.track.id) : undefined;
  for (const item of element("listen").querySelectorAll<HTMLElement>("li[data-track-id]")) {
    item.ariaCurrent = item.dataset.trackId === playing ? "true" : null;
  }
}
