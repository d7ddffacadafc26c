import { webAddress } from "../address.js";
import type { Listens, NewTrack, TrackChange, Tracks } from "../types.js";
import type { AccessServer } from "./access.js";
import { type Failures, OF_FILES } from "./failure.js";
import { pagePath, readPage } from "./page.js";
import type { Service } from "./service.js";
import { checkId, dataOf, object, readTrack } from "./track.js";
import { readUploads } from "./uploaded.js";
import { fetchWaveform } from "./waveform.js";
import type { Wire } from "./wire.js";

/** The methods for tracks, except uploads and playback. */
export const openTracks = (
  service: Service,
  access: AccessServer,
  wire: Wire,
): Omit<Tracks, "upload" | "discardUpload" | "play"> => {
  const pathOf = (id: number, part = "") => `tracks/${checkId(wire, id, "id")}${part}`;

  const get: Tracks["get"] = async (id, options) => {
    const path = pathOf(id);
    const answer = await service.askOpenly(path, options).catch(async (error) => {
      // The service includes delisted tracks only for their owner.
      const own = error.code === "not_found" && (await service.ifSignedIn(() => service.ask(path, options)));
      if (own) return own;
      throw error;
    });
    return readTrack(wire, dataOf(answer));
  };

  const streamUrl: Tracks["streamUrl"] = async (id, options) => {
    const { accessAuthorities } = await get(id, options);
    const answer = accessAuthorities.length
      ? await access.stream(id, options)
      : await service.askOpenly(`tracks/${id}/stream?no_redirect=true`, options);
    // An element follows any URL, including `javascript:` and `data:`.
    const url = webAddress(dataOf(answer));
    if (!url) throw wire.fail("bad_response");
    return url.href;
  };

  return {
    get,
    async create(track, options) {
      if (track.rule && track.accessAuthorities) {
        throw wire.fail("option_invalid", { message: "rule and accessAuthorities exclude each other: pass one." });
      }
      if (track.rule) return get(await access.createTrack(track, options), options);
      return readTrack(wire, dataOf(await service.ask("tracks", { method: "POST", body: toWire(track), ...options })));
    },
    async delete(id, options) {
      return (await service.ask(pathOf(id), { method: "DELETE", ...options })) ? "delisted" : "deleted";
    },
    async update(id, change, options) {
      const body = changeToWire(change);
      if (!Object.keys(body).length) {
        throw wire.fail("option_invalid", {
          message: "change is empty: set title, genre, description, accessAuthorities or delisted.",
        });
      }
      return readTrack(wire, dataOf(await service.ask(pathOf(id), { method: "PATCH", body, ...options })));
    },
    async setArtwork(id, picture, options) {
      const path = pathOf(id, "/artwork");
      if (!(picture instanceof Blob)) {
        throw wire.fail("option_invalid", { message: "picture must be a File or a Blob." });
      }
      const ask = { method: "PUT", body: picture, statuses: OF_FILES, ...options } as const;
      return readTrack(wire, dataOf(await service.ask(path, ask)));
    },
    async removeArtwork(id, options) {
      await service.ask(pathOf(id, "/artwork"), { method: "DELETE", ...options });
    },
    async mine(options = {}) {
      const page = pagePath(wire, options);
      const answer = await service.ask(page(`users/${await service.ownId(options)}/tracks`), options);
      return readPage(wire, answer, readTrack);
    },
    getRule: async (id, options) => access.getRule(checkId(wire, id, "id"), options),
    setRule: async (id, rule, options) => access.setRule(checkId(wire, id, "id"), rule, options),
    async listens(id, options) {
      return readListens(wire, dataOf(await service.ask(pathOf(id, "/listens"), options)));
    },
    async uploads(options = {}) {
      return readUploads(wire, await service.ask(pagePath(wire, options)("uploads"), options));
    },
    async access(id, options) {
      const { accessAuthorities } = await get(id, options);
      return accessAuthorities.length ? access.access(id, options) : { allowed: true };
    },
    join: access.join,
    streamUrl,
    waveform: async (id, options) => fetchWaveform(await streamUrl(id, options), wire, options?.signal),
  };
};

const toWire = ({ title, genre, description, trackCid, accessAuthorities }: NewTrack) => ({
  title,
  genre,
  description,
  track_cid: trackCid,
  access_authorities: accessAuthorities,
});

/** Omits missing members, because JSON has no `undefined`. */
const changeToWire = ({ title, genre, description, accessAuthorities, delisted }: TrackChange = {}) =>
  JSON.parse(JSON.stringify({ title, genre, description, access_authorities: accessAuthorities, delisted })) as object;

const readListens = (failures: Failures, raw: unknown): Listens => {
  const { total, days } = object(failures, raw);
  if (!Number.isSafeInteger(total) || !Array.isArray(days)) throw failures.fail("bad_response");
  return {
    total: total as number,
    days: days.map((day) => {
      const { date, listens } = object(failures, day);
      if (typeof date !== "string" || !Number.isSafeInteger(listens)) throw failures.fail("bad_response");
      return { date, listens: listens as number };
    }),
  };
};
