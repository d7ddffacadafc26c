import { isStagepassError, type Track } from "stagepass";
import { iconButton } from "../elements.js";
import { play } from "../listen/player.js";
import type { Visit } from "../pass/sign-in.js";
import { trackItem } from "./item.js";
import { saveToLibrary } from "./library.js";
import { offerEditing } from "./own.js";
import { PagedList } from "./paged-list.js";

let latest: Visit | undefined;

const list = new PagedList("track-list");

/** Lists the visitor's own tracks, the newest first, and those that were there from the start. */
export function showTracks(visit: Visit): Promise<void> {
  latest = visit;
  const { sp, user, seededTracks } = visit;
  const source = {
    page: async (options: { limit: number; cursor?: string }) =>
      user ? sp.users.tracks(user.userId, options) : { items: [] },
    item: (track: Track) => item(visit, track),
    // Not if a user signed in or out, or added a track, meanwhile.
    isWanted: () => latest === visit,
  };
  return list.show(source, "None yet.", found(visit, seededTracks));
}

/** Those of these tracks that still exist, the newest first. */
async function found({ sp }: Visit, ids: number[]): Promise<Track[]> {
  const answers = await Promise.all(ids.map((id) => sp.tracks.get(id).catch(unlessThereIsNone)));
  return answers.filter((track) => track !== undefined).sort((a, b) => b.id - a.id);
}

/** Its owner has deleted or withdrawn it. */
function unlessThereIsNone(error: unknown): undefined {
  if (!isStagepassError(error) || error.code !== "not_found") throw error;
}

function item(visit: Visit, track: Track): HTMLElement {
  const { user } = visit;
  const start = iconButton("play", "Play", `Play ${track.title}`, () => void play(visit, track));
  const label = `Save ${track.title} to your library`;
  const save = user && iconButton("save", "Save", label, () => void saveToLibrary(visit, track));
  const made = trackItem(track, user, start, save);
  if (user && user.userId === track.user.userId) {
    offerEditing(visit, track, made, (changed) => item(visit, changed));
  }
  return made;
}
