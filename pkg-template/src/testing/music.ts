import { checkId } from "../api/track.js";
import type { Library, Tracks, Users } from "../types.js";
import { type Acting, openFakeTracks } from "./fake-tracks.js";
import type { Gates } from "./gates.js";
import type { FakeOptions } from "./options.js";
import { FAILURES, pageOf } from "./pages.js";
import { openTracks } from "./tracks.js";
import { openUploads, type Uploads } from "./uploads.js";

/** Tracks, libraries and users, in memory. */
export interface Music {
  tracks: Tracks;
  library: Library;
  users: Users;
  holdUploads: Uploads["hold"];
}

/** A track in a user's library. */
interface LibraryEntry {
  /** Its place in the order of saving. */
  readonly entry: number;
  readonly id: number;
}

/**
 * @param gates The access decisions.
 * @param acting Called by methods that need a session.
 * @param reach Throws `network` if the service cannot be reached.
 */
export const openMusic = (options: FakeOptions, gates: Gates, acting: Acting, reach: () => void): Music => {
  const { user, library = [] } = options;
  const store = openFakeTracks(options, acting);
  const isInUse = (trackCid: string, userId: number) =>
    store.all().some((track) => track.trackCid === trackCid && track.user.userId === userId);
  const uploads = openUploads(options, acting, isInUse, reach);
  let count = library.length;
  const given = library.map((id, at): LibraryEntry => ({ entry: count - at, id }));
  const saved = new Map<number, LibraryEntry[]>(user ? [[user.userId, given]] : []);

  return {
    tracks: { ...openTracks(options, store, gates, acting), ...uploads.methods },
    library: {
      async save(trackId) {
        const id = checkId(FAILURES, trackId, "trackId");
        const { userId } = acting("write", true).user;
        store.seen(id);
        const before = saved.get(userId) ?? [];
        if (!before.some((one) => one.id === id)) saved.set(userId, [{ entry: ++count, id }, ...before]);
      },
      async remove(trackId) {
        const id = checkId(FAILURES, trackId, "trackId");
        const { userId } = acting("write", true).user;
        saved.set(
          userId,
          (saved.get(userId) ?? []).filter((one) => one.id !== id),
        );
      },
      async list(options) {
        const { userId } = acting("read", true).user;
        const tracks = new Map(store.all().map((track) => [track.id, track]));
        const all = (saved.get(userId) ?? []).flatMap(({ entry, id }) => {
          const track = tracks.get(id);
          return track && (!track.delisted || track.user.userId === userId) ? { entry, track } : [];
        });
        const { items, ...more } = pageOf(all, ({ entry }) => entry, options);
        return { items: items.map(({ track }) => ({ ...track })), ...more };
      },
    },
    users: {
      tracks: async (userId, options) => {
        checkId(FAILURES, userId, "userId");
        const isOwn = store.viewer(true) === userId;
        const all = store.all().filter((track) => track.user.userId === userId && (isOwn || !track.delisted));
        const { items, ...more } = pageOf(all, ({ id }) => id, options);
        return { items: items.map((track) => ({ ...track })), ...more };
      },
    },
    holdUploads: uploads.hold,
  };
};
