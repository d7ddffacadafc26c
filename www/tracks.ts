import type { Track } from "stagepass";
import { button, element, line } from "./elements.js";
import { showFailure } from "./failure.js";
import { saveToLibrary } from "./library.js";
import { markPlaying, play } from "./player.js";
import type { Visit } from "./sign-in.js";
import { trackItem } from "./track-item.js";

let latest: Visit | undefined;

/** Lists the tracks that were there from the start and the visitor's own, the newest first. */
export async function showTracks(visit: Visit): Promise<void> {
  latest = visit;
  const { sp, user, seededTracks } = visit;
  const asked = [
    ...seededTracks.map((id) => sp.tracks.get(id).then((track) => [track])),
    ...(user ? [sp.users.tracks(user.userId)] : []),
  ];
  const answers = await Promise.allSettled(asked);
  // Somebody signed in or out, or added a track, meanwhile.
  if (latest !== visit) return;
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const tracks = [...new Map(found.map((track) => [track.id, track])).values()].sort((a, b) => b.id - a.id);
  const items = tracks.map((track) => item(visit, track));
  element("track-list").replaceChildren(...(items.length ? items : [line("li", "None yet.")]));
  markPlaying();
  for (const answer of answers) {
    if (answer.status === "rejected") showFailure("listen-error", answer.reason);
  }
}

function item(visit: Visit, track: Track): HTMLElement {
  const { user } = visit;
  const start = button("play", "Play", `Play ${track.title}`, () => void play(visit, track));
  const label = `Save ${track.title} to your library`;
  const save = user && button("save", "Save", label, () => void saveToLibrary(visit, track));
  return trackItem(track, user, start, save);
}
