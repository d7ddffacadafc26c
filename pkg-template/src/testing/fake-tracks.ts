import { checkId } from "../api/track.js";
import type { Track } from "../types.js";
import type { Login } from "./browser.js";
import { failure } from "./failure.js";
import type { FakeOptions } from "./options.js";
import { FAILURES } from "./pages.js";

/**
 * Returns the user who acts. Throws if no user is signed in, or without the scope. `isNamed`: the client must know the
 * user's number.
 */
export type Acting = (scope: Login["scope"], isNamed?: boolean) => Login;

/** The tracks, and which user finds which. */
export interface FakeTracks {
  /** Returns all tracks, newest first. */
  all(): Track[];
  /** Returns a track that the current user finds. Throws `not_found`. */
  seen(id: number): Track;
  /** Returns a track of the current user. Throws `not_found`, `forbidden`. */
  own(id: number): Track;
  /** Replaces the track of the same number, or adds it. Throws `conflict`. */
  put(track: Track): Track;
  delete(id: number): void;
  nextId(): number;
  /** Returns the current user's number, if signed in. */
  viewer(isNamed?: boolean): number | undefined;
}

/** @param acting Called by methods that need a session. */
export const openFakeTracks = ({ tracks: given = [] }: FakeOptions, acting: Acting): FakeTracks => {
  const tracks = new Map<number, Track>(given.map((track) => [track.id, track]));
  let last = Math.max(0, ...tracks.keys());

  const store: FakeTracks = {
    all: () => [...tracks.values()].sort((a, b) => b.id - a.id),
    seen(id) {
      const track = tracks.get(checkId(FAILURES, id, "id"));
      if (track && !track.delisted) return track;
      // Like the real one, it asks again with the user's token.
      const viewer = store.viewer();
      if (track && track.user.userId === viewer) return track;
      throw failure("not_found", { status: 404 });
    },
    own(id) {
      checkId(FAILURES, id, "id");
      const { userId } = acting("write").user;
      const track = tracks.get(id);
      if (!track) throw failure("not_found", { status: 404 });
      if (track.user.userId !== userId) throw failure("forbidden", { status: 403 });
      return track;
    },
    put(track) {
      const isPublic = ({ user, trackCid, accessAuthorities }: Track) =>
        user.userId !== track.user.userId && trackCid === track.trackCid && !accessAuthorities.length;
      if (track.accessAuthorities.length && store.all().some(isPublic)) {
        throw failure("conflict", {
          status: 409,
          description: "another user's public track has the same audio, so it cannot be gated",
        });
      }
      tracks.set(track.id, track);
      return { ...track };
    },
    delete: (id) => void tracks.delete(id),
    nextId: () => ++last,
    viewer(isNamed) {
      try {
        return acting("read", isNamed).user.userId;
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === "not_signed_in" || code === "session_expired") return undefined;
        throw error;
      }
    },
  };
  return store;
};
