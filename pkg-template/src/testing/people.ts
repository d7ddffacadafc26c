import type { Track, User } from "../types.js";

/** Returns a user with default values, except those in `some`. */
export const fakeUser = (some: Partial<User> = {}): User => ({
  userId: 7,
  name: "Ada Lovelace",
  handle: "ada",
  verified: true,
  ...some,
});

/** Returns a track of three minutes that every user may hear, with default values except those in `some`. */
export const fakeTrack = (some: Partial<Track> = {}): Track => {
  const id = some.id ?? 1;
  return {
    id,
    title: `Track ${id}`,
    user: fakeUser(),
    duration: 180,
    trackCid: `bafkreifake${id}`,
    accessAuthorities: [],
    ...some,
  };
};
