import { webAddress } from "../address.js";
import type { NewTrack, Tracks } from "../types.js";
import type { AccessServer } from "./access.js";
import type { Service } from "./service.js";
import { checkId, dataOf, readTrack } from "./track.js";
import type { Wire } from "./wire.js";

/** Tracks but for their audio: uploading and playing are matters of their own. */
export const openTracks = (
  service: Service,
  access: AccessServer,
  wire: Wire,
): Pick<Tracks, "get" | "create" | "delete" | "streamUrl" | "access" | "join"> => {
  const get: Tracks["get"] = async (id, options) =>
    readTrack(wire, dataOf(await service.askOpenly(`tracks/${checkId(wire, id, "id")}`, options)));

  return {
    get,
    async create(track, options) {
      if (track.rule && track.accessAuthorities?.length) {
        throw wire.fail("option_invalid", { message: "rule and accessAuthorities exclude each other: pass one." });
      }
      if (track.rule) return get(await access.createTrack(track, options), options);
      return readTrack(wire, dataOf(await service.ask("tracks", { method: "POST", body: toWire(track), ...options })));
    },
    async delete(id, options) {
      await service.ask(`tracks/${checkId(wire, id, "id")}`, { method: "DELETE", ...options });
    },
    async access(id, options) {
      const { accessAuthorities } = await get(id, options);
      return accessAuthorities.length ? access.access(id, options) : { allowed: true };
    },
    join: access.join,
    async streamUrl(id, options) {
      const { accessAuthorities } = await get(id, options);
      const answer = accessAuthorities.length
        ? await access.stream(id, options)
        : await service.askOpenly(`tracks/${id}/stream?no_redirect=true`, options);
      // An element follows whatever it is given, `javascript:` and `data:` included.
      const url = webAddress(dataOf(answer));
      if (!url) throw wire.fail("bad_response");
      return url.href;
    },
  };
};

const toWire = ({ title, genre, description, trackCid, accessAuthorities }: NewTrack) => ({
  title,
  genre,
  description,
  track_cid: trackCid,
  access_authorities: accessAuthorities,
});
