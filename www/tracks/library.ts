import type { Track } from "stagepass";
import { element, iconButton } from "../elements.js";
import { showFailure } from "../failure.js";
import { play } from "../listen/player.js";
import type { Visit } from "../pass/sign-in.js";
import { trackItem } from "./item.js";
import { PagedList } from "./paged-list.js";

let latest: Visit | undefined;

const library = new PagedList("library");

/** Lists what the visitor saved; nothing for who is not signed in. */
export async function showLibrary(visit: Visit): Promise<void> {
  latest = visit;
  element("library-shelf").hidden = !visit.user;
  library.clear();
  if (visit.user) await list(visit);
}

/** Saves a track, and shows it. */
export function saveToLibrary(visit: Visit, track: Track): Promise<void> {
  return change(visit, () => visit.sp.library.save(track.id));
}

/** Does not show a failure to a user who has signed out meanwhile. */
async function change(visit: Visit, work: () => Promise<void>): Promise<void> {
  showFailure("listen-error", null);
  try {
    await work();
    await list(visit);
  } catch (error) {
    if (isHere(visit)) showFailure("listen-error", error);
  }
}

function list(visit: Visit): Promise<void> {
  const source = {
    page: visit.sp.library.list,
    item: (track: Track) => item(visit, track),
    isWanted: () => isHere(visit),
  };
  return library.show(source, "Nothing saved yet.");
}

function isHere(visit: Visit): boolean {
  return latest?.user === visit.user;
}

function item(visit: Visit, track: Track): HTMLElement {
  const { sp, user } = visit;
  const start = iconButton("play", "Play", `Play ${track.title}`, () => void play(visit, track));
  const label = `Remove ${track.title} from your library`;
  const remove = iconButton("remove", "Remove", label, () => void change(visit, () => sp.library.remove(track.id)));
  return trackItem(track, user, start, remove);
}
