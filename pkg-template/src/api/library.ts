import type { Library, Users } from "../types.js";
import { pagePath, readPage } from "./page.js";
import type { Service } from "./service.js";
import { checkId, readTrack } from "./track.js";
import type { Wire } from "./wire.js";

/** The user's library, and the tracks of users. */
export const openLibrary = (service: Service, wire: Wire): Library & Users => {
  const path = async (trackId: number, signal?: AbortSignal) => {
    const checked = checkId(wire, trackId, "trackId");
    return `users/${await service.ownId({ signal })}/library/tracks/${checked}`;
  };
  const tracksOf = (answer: unknown) => readPage(wire, answer, readTrack);
  return {
    async save(trackId, { signal } = {}) {
      await service.ask(await path(trackId, signal), { method: "PUT", signal });
    },
    async remove(trackId, { signal } = {}) {
      await service.ask(await path(trackId, signal), { method: "DELETE", signal });
    },
    async list(options = {}) {
      const page = pagePath(wire, options);
      return tracksOf(await service.ask(page(`users/${await service.ownId(options)}/library/tracks`), options));
    },
    async tracks(userId, options = {}) {
      const path = pagePath(wire, options)(`users/${checkId(wire, userId, "userId")}/tracks`);
      // The service includes delisted tracks only for their owner.
      const own = await service.ifSignedIn(
        async () => (await service.ownId(options)) === userId && service.ask(path, options),
      );
      return tracksOf(own || (await service.askOpenly(path, options)));
    },
  };
};
