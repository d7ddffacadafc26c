import type { Library, Users } from "../types.js";
import type { Service } from "./service.js";
import { checkId, dataOf, readTracks } from "./track.js";
import type { Wire } from "./wire.js";

/** The listener's own library, and other people's tracks. */
export const openLibrary = (service: Service, wire: Wire): Library & Users => {
  const path = async (trackId: number, signal?: AbortSignal) => {
    const checked = checkId(wire, trackId, "trackId");
    return `users/${await service.ownId({ signal })}/library/tracks/${checked}`;
  };
  return {
    async save(trackId, { signal } = {}) {
      await service.ask(await path(trackId, signal), { method: "PUT", signal });
    },
    async remove(trackId, { signal } = {}) {
      await service.ask(await path(trackId, signal), { method: "DELETE", signal });
    },
    async list(options) {
      return readTracks(
        wire,
        dataOf(await service.ask(`users/${await service.ownId(options)}/library/tracks`, options)),
      );
    },
    async tracks(userId, options) {
      return readTracks(
        wire,
        dataOf(await service.askOpenly(`users/${checkId(wire, userId, "userId")}/tracks`, options)),
      );
    },
  };
};
