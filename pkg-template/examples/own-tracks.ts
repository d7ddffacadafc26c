import type { Stagepass, Track } from "stagepass";

/** Returns the tracks of the signed-in user with this text in their titles, the newest first, also delisted ones. */
export async function* ownTracks(sp: Stagepass, query?: string): AsyncGenerator<Track> {
  let next: string | undefined;
  do {
    const page = await sp.tracks.mine({ query, limit: 100, cursor: next });
    yield* page.items;
    next = page.next;
  } while (next);
}

/** Sets the title and the artwork of a track. */
export async function polish(sp: Stagepass, trackId: number, title: string, picture: Blob): Promise<Track> {
  await sp.tracks.update(trackId, { title });
  return sp.tracks.setArtwork(trackId, picture);
}

/** Delists a track, or lists it again. */
export const setDelisted = (sp: Stagepass, trackId: number, delisted: boolean): Promise<Track> =>
  sp.tracks.update(trackId, { delisted });

/** Returns the number of listens of a track: today (UTC) and in all. */
export async function listenCounts(sp: Stagepass, trackId: number): Promise<{ today: number; total: number }> {
  const { total, days } = await sp.tracks.listens(trackId);
  const today = new Date().toISOString().slice(0, 10);
  return { today: days.find(({ date }) => date === today)?.listens ?? 0, total };
}
