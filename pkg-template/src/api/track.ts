import type { ProfilePicture, Track, User } from "../types.js";
import type { Failures } from "./failure.js";

/** An unchecked JSON object. */
export type Raw = { [member: string]: unknown };

/** Returns the `data` of a response, which every response of the service has. */
export const dataOf = (answer: unknown): unknown => (answer as Raw | null)?.data;

/**
 * Checks a number of a track or a user. Throws `option_invalid` for anything else, because it becomes part of a URL.
 */
export const checkId = ({ fail }: Failures, id: unknown, name: string): number => {
  if (Number.isSafeInteger(id) && (id as number) > 0) return id as number;
  throw fail("option_invalid", { message: `${name} must be a whole number above 0.` });
};

/** Reads a track. Throws `bad_response` if a required member is missing. */
export const readTrack = (failures: Failures, raw: unknown): Track => {
  const fields = object(failures, raw);
  const { id, title, genre, description, user, duration, track_cid, access_authorities, artwork, delisted } = fields;
  const track = {
    id: id as number,
    title: title as string,
    user: readUser(failures, user),
    duration: duration as number,
    trackCid: track_cid as string,
    // If this is missing, the track is not made public by mistake: its node rejects requests without a signature.
    accessAuthorities: (access_authorities ?? []) as string[],
    ...(typeof genre === "string" ? { genre } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(artwork && typeof artwork === "object" ? { artwork: readPicture(artwork as Raw) } : {}),
    ...(delisted === true ? { delisted: true as const } : {}),
  };
  const isWhole =
    Number.isSafeInteger(track.id) &&
    typeof track.title === "string" &&
    typeof track.duration === "number" &&
    typeof track.trackCid === "string" &&
    Array.isArray(track.accessAuthorities) &&
    track.accessAuthorities.every((address) => typeof address === "string");
  if (!isWhole) throw failures.fail("bad_response");
  return track;
};

const readUser = (failures: Failures, raw: unknown): User => {
  const { user_id, name, handle, is_verified, profile_picture } = object(failures, raw);
  if (!Number.isSafeInteger(user_id) || typeof name !== "string" || typeof handle !== "string") {
    throw failures.fail("bad_response");
  }
  return {
    userId: user_id as number,
    name,
    handle,
    verified: is_verified === true,
    ...(profile_picture && typeof profile_picture === "object"
      ? { profilePicture: readPicture(profile_picture as Raw) }
      : {}),
  };
};

const readPicture = (raw: Raw): ProfilePicture => {
  const { mirrors } = raw;
  const picture: ProfilePicture = { mirrors: Array.isArray(mirrors) ? mirrors.filter(isText) : [] };
  for (const size of ["150x150", "480x480", "1000x1000"] as const) {
    const address = raw[size];
    if (isText(address)) picture[size] = address;
  }
  return picture;
};

/** Returns `raw` if it is an object. Throws `bad_response` otherwise. */
export const object = ({ fail }: Failures, raw: unknown): Raw => {
  if (typeof raw !== "object" || !raw) throw fail("bad_response");
  return raw as Raw;
};

const isText = (value: unknown): value is string => typeof value === "string";
