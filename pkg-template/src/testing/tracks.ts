import { isRule } from "../api/rule.js";
import type { ListenOptions, NewTrack, Rule, Track, TrackChange, TrackRule, Tracks } from "../types.js";
import { failure } from "./failure.js";
import type { Acting, FakeTracks } from "./fake-tracks.js";
import type { Gates } from "./gates.js";
import type { FakeOptions } from "./options.js";
import { pageOf } from "./pages.js";
import { fakeTrack } from "./people.js";
import { playing } from "./playing.js";

/** The account with which an access server creates a track's rule. */
const SIGNER = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

/** The maximum size of a picture, in bytes. */
const MOST_OF_PICTURE = 5_000_000;

/** The methods for tracks, except uploads. */
export const openTracks = (
  { listens = {}, rules: given = {}, waveforms = {} }: FakeOptions,
  store: FakeTracks,
  gates: Gates,
  acting: Acting,
): Omit<Tracks, "upload" | "uploads" | "discardUpload"> => {
  /** Returns the URL of a track that the user may hear. */
  const entered = async (id: number, options?: ListenOptions) => {
    const track = store.seen(id);
    await gates.enter(track, options);
    if (track.delisted) throw failure("not_found", { status: 404 });
    return addressOf(track);
  };

  const rules = new Map(Object.entries(given).map(([id, rule]) => [Number(id), rule]));

  /** Returns the number of a gated track of the current user. */
  const ownGated = (id: number): number => {
    if (!store.own(id).accessAuthorities.length) throw failure("not_found", { status: 404 });
    return id;
  };

  return {
    get: async (id) => ({ ...store.seen(id) }),
    async create(track) {
      if (track.rule && track.accessAuthorities) {
        throw failure("option_invalid", { message: "rule and accessAuthorities exclude each other: pass one." });
      }
      const { user } = acting("write");
      checkTitle(track.title);
      const made = store.put({ ...fakeTrack({ id: store.nextId(), user }), ...described(track) });
      if (track.rule) rules.set(made.id, track.rule);
      return made;
    },
    async update(id, change = {}) {
      if (!Object.values(change).some((value) => value !== undefined)) {
        throw failure("option_invalid", {
          message: "change is empty: set title, genre, description, accessAuthorities or delisted.",
        });
      }
      const track = store.own(id);
      if (change.title !== undefined) checkTitle(change.title);
      return store.put(changed(track, change));
    },
    async setArtwork(id, picture) {
      const isBlob = typeof Blob === "function" && (picture as unknown) instanceof Blob;
      if (!isBlob) throw failure("option_invalid", { message: "picture must be a File or a Blob." });
      const track = store.own(id);
      if (picture.size > MOST_OF_PICTURE) throw failure("upload_refused", { status: 413 });
      if (!/^image\/(png|jpeg)$/.test(picture.type)) throw failure("upload_refused", { status: 422 });
      return store.put({ ...track, artwork: artworkOf(track) });
    },
    async removeArtwork(id) {
      const { artwork: _, ...rest } = store.own(id);
      store.put(rest);
    },
    async mine(options = {}) {
      const { userId } = acting("read", true).user;
      const text = String(options.query ?? "").toLowerCase();
      const isFound = ({ title, user }: Track) => user.userId === userId && title.toLowerCase().includes(text);
      const { items, ...more } = pageOf(store.all().filter(isFound), ({ id }) => id, options);
      return { items: items.map((track) => ({ ...track })), ...more };
    },
    getRule: async (id) => inWords(rules.get(ownGated(id))),
    async setRule(id, rule) {
      if (!isRule(rule)) throw failure("option_invalid", { message: "rule must be an object, or null to remove it." });
      ownGated(id);
      if (rule) rules.set(id, rule);
      else rules.delete(id);
      return inWords(rules.get(id));
    },
    async listens(id) {
      const { userId } = acting("read").user;
      if (store.seen(id).user.userId !== userId) throw failure("forbidden", { status: 403 });
      const { total, days } = listens[id] ?? { total: 0, days: [] };
      return { total, days: days.map((day) => ({ ...day })) };
    },
    async delete(id) {
      store.delete(store.own(id).id);
      rules.delete(id);
      return "deleted";
    },
    streamUrl: (id, options) => entered(id, options),
    async waveform(id, options) {
      await entered(id, options);
      return [...(waveforms[id] ?? [])];
    },
    play: async (audio, id, options) => playing(audio, await entered(id, options), options?.signal),
    access: async (id, options) => gates.access(store.seen(id), options),
    join: async (invitation) => gates.join(invitation, acting("read").user.userId),
  };
};

/** The real one makes a sentence of it. */
const inWords = (rule: Rule | null = null): TrackRule => ({
  rule,
  words: rule ? JSON.stringify(rule) : "No rule of its own.",
});

const checkTitle = (title: string): void => {
  if (!title) throw failure("input_invalid", { status: 400 });
};

const described = ({ title, trackCid, genre, description, accessAuthorities, rule }: NewTrack): Partial<Track> => ({
  title,
  trackCid,
  ...(genre === undefined ? {} : { genre }),
  ...(description === undefined ? {} : { description }),
  accessAuthorities: rule ? [SIGNER] : [...(accessAuthorities ?? [])],
});

const changed = (track: Track, { title, genre, description, accessAuthorities, delisted }: TrackChange): Track => {
  const { genre: genreBefore, description: descriptionBefore, delisted: wasDelisted, ...rest } = track;
  const genreAfter = genre === undefined ? genreBefore : genre;
  const descriptionAfter = description === undefined ? descriptionBefore : description;
  return {
    ...rest,
    ...(title === undefined ? {} : { title }),
    ...(genreAfter == null ? {} : { genre: genreAfter }),
    ...(descriptionAfter == null ? {} : { description: descriptionAfter }),
    ...(accessAuthorities ? { accessAuthorities: [...accessAuthorities] } : {}),
    ...((delisted ?? wasDelisted) ? { delisted: true } : {}),
  };
};

const addressOf = ({ trackCid }: Track) => `https://node.example/tracks/cidstream/${trackCid}`;

const artworkOf = ({ id }: Track): NonNullable<Track["artwork"]> => {
  const at = (size: string) => `https://music.example/artwork/${id}/${size}.jpg`;
  return { "150x150": at("150x150"), "480x480": at("480x480"), "1000x1000": at("1000x1000"), mirrors: [] };
};
