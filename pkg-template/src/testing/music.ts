import { checkId } from "../api/track.js";
import type { Library, ListenOptions, NewTrack, Playback, Track, Tracks, Upload, Users } from "../types.js";
import type { Login } from "./browser.js";
import { failure } from "./failure.js";
import type { Gates } from "./gates.js";
import type { FakeOptions } from "./options.js";
import { fakeTrack } from "./people.js";

/** Tracks, libraries and people, in memory. */
export interface Music {
  tracks: Tracks;
  library: Library;
  users: Users;
}

/** Who asks. Throws where nobody may, or not that much. `isNamed`: the client has to know their number for it. */
export type Acting = (scope: Login["scope"], isNamed?: boolean) => Login;

/** The account that an access server creates a track's rule with. */
const SIGNER = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

const FAILURES = { fail: failure, isFailure: (_thrown: unknown): _thrown is never => false };

/**
 * @param gates Who may hear what.
 * @param acting Called by what only somebody who is signed in may do.
 */
export const openMusic = (
  { user, tracks: given = [], library = [] }: FakeOptions,
  gates: Gates,
  acting: Acting,
): Music => {
  const tracks = new Map<number, Track>(given.map((track) => [track.id, track]));
  const saved = new Map<number, number[]>(user ? [[user.userId, [...library]]] : []);
  const own = (scope: Login["scope"]) => {
    const { userId } = acting(scope, true).user;
    const ids = saved.get(userId) ?? [];
    saved.set(userId, ids);
    return ids;
  };
  const trackOf = (id: number): Track => {
    const track = tracks.get(checkId(FAILURES, id, "id"));
    if (!track) throw failure("not_found", { status: 404 });
    return track;
  };
  /** The address of a track that may be heard. */
  const entered = async (id: number, options?: ListenOptions) => {
    const track = trackOf(id);
    await gates.enter(track, options);
    return addressOf(track);
  };

  return {
    tracks: {
      get: async (id) => ({ ...trackOf(id) }),
      async upload(file, { onProgress } = {}) {
        const isBlob = typeof Blob === "function" && (file as unknown) instanceof Blob;
        if (!isBlob) throw failure("option_invalid", { message: "file is no Blob: pass a File or a Blob." });
        acting("write");
        onProgress?.({ sent: file.size, total: file.size });
        return uploadOf(file);
      },
      async create(track) {
        if (track.rule && track.accessAuthorities?.length) {
          throw failure("option_invalid", { message: "rule and accessAuthorities exclude each other: pass one." });
        }
        const { user } = acting("write");
        if (!track.title) throw failure("request_failed", { status: 400 });
        const id = Math.max(0, ...tracks.keys()) + 1;
        tracks.set(id, { ...fakeTrack({ id, user }), ...described(track) });
        return { ...trackOf(id) };
      },
      async delete(id) {
        const { userId } = acting("write").user;
        if (trackOf(id).user.userId !== userId) throw failure("forbidden", { status: 403 });
        tracks.delete(id);
      },
      streamUrl: (id, options) => entered(id, options),
      play: async (audio, id, options) => playing(audio, await entered(id, options), options?.signal),
      access: async (id, options) => gates.access(trackOf(id), options),
      join: async (invitation) => gates.join(invitation, acting("read").user.userId),
    },
    library: {
      async save(trackId) {
        const id = checkId(FAILURES, trackId, "trackId");
        const ids = own("write");
        trackOf(id);
        if (!ids.includes(id)) ids.unshift(id);
      },
      async remove(trackId) {
        const id = checkId(FAILURES, trackId, "trackId");
        const ids = own("write");
        const at = ids.indexOf(id);
        if (at >= 0) ids.splice(at, 1);
      },
      list: async () => own("read").flatMap((id) => tracks.get(id) ?? []),
    },
    users: {
      tracks: async (userId) => {
        checkId(FAILURES, userId, "userId");
        return [...tracks.values()].filter((track) => track.user.userId === userId).reverse();
      },
    },
  };
};

const uploadOf = ({ type }: Blob): Upload => ({
  uploadId: "fake-upload",
  trackCid: "bafkreifakeupload",
  mimeType: type || "audio/mpeg",
  duration: 180,
});

const described = ({ title, trackCid, genre, description, accessAuthorities, rule }: NewTrack): Partial<Track> => ({
  title,
  trackCid,
  ...(genre === undefined ? {} : { genre }),
  ...(description === undefined ? {} : { description }),
  accessAuthorities: rule ? [SIGNER] : [...(accessAuthorities ?? [])],
});

const addressOf = ({ trackCid }: Track) => `https://node.example/tracks/cidstream/${trackCid}`;

const onElements = new WeakMap<object, () => void>();

/** The element gets its address, and is not made to play: where tests run there is seldom one that can. */
const playing = (audio: HTMLMediaElement, address: string, signal?: AbortSignal): Playback => {
  onElements.get(audio)?.();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stop = () => {
    if (onElements.get(audio) === stop) {
      onElements.delete(audio);
      audio.removeAttribute?.("src");
    }
    signal?.removeEventListener("abort", stop);
    finish();
  };
  onElements.set(audio, stop);
  audio.src = address;
  signal?.addEventListener("abort", stop);
  return { stop, finished };
};
