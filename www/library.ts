import type { Track } from "stagepass";
import { button, element, line } from "./elements.js";
import { showFailure } from "./failure.js";
import { markPlaying, play } from "./player.js";
import type { Visit } from "./sign-in.js";
import { trackItem } from "./track-item.js";

let latest: Visit | undefined;

/** Lists what the visitor saved; nothing for who is not signed in. */
export async function showLibrary(visit: Visit): Promise<void> {
  latest = visit;
  element("library-shelf").hidden = !visit.user;
  element("library").replaceChildren();
  if (visit.user) await orShow(visit, () => list(visit));
}

/** Saves a track, and shows it. */
export function saveToLibrary(visit: Visit, track: Track): Promise<void> {
  return change(visit, () => visit.sp.library.save(track.id));
}

async function change(visit: Visit, work: () => Promise<void>): Promise<void> {
  showFailure("listen-error", null);
  await orShow(visit, async () => {
    await work();
    await list(visit);
  });
}

async function list(visit: Visit): Promise<void> {
  const tracks = await visit.sp.library.list();
  if (latest?.user !== visit.user) return;
  const items = tracks.map((track) => item(visit, track));
  element("library").replaceChildren(...(items.length ? items : [line("li", "Nothing saved yet.")]));
  markPlaying();
}

/** Whoever signed out meanwhile need not hear what went wrong. */
async function orShow(visit: Visit, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (latest?.user === visit.user) showFailure("listen-error", error);
  }
}

function item(visit: Visit, track: Track): HTMLElement {
  const { sp, user } = visit;
  const start = button("play", "Play", `Play ${track.title}`, () => void play(visit, track));
  const label = `Remove ${track.title} from your library`;
  const remove = button("remove", "Remove", label, () => void change(visit, () => sp.library.remove(track.id)));
  return trackItem(track, user, start, remove);
}
