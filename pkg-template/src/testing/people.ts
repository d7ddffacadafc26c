import type { Track, User } from "../types.js";

/** Somebody with a name of their own, but for what you say of them. */
export const fakeUser = (some: Partial<User> = {}): User => ({
  userId: 7,
  name: "Ada Lovelace",
  handle: "ada",
  verified: true,
  ...some,
});

/** A track of three minutes that everybody may hear, but for what you say of it. */
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
