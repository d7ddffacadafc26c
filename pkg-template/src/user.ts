import { attempt } from "./attempt.js";
import { StagepassError } from "./errors.js";
import type { Fetch } from "./fetch.js";
import type { User } from "./types.js";
import { within } from "./wait.js";

/** An unchecked JSON object. Anything else has no members either. */
type Raw = { [member: string]: unknown };

/**
 * Asks the service for the signed-in user. Rejects with `bad_response` if the response is not a user, and with
 * `request_failed`.
 */
export const askUser = (fetch: Fetch, signal?: AbortSignal): Promise<User> =>
  within(signal, async (ending) => {
    const answer = await fetch("me", { signal: ending, cache: "no-store" });
    const { ok, status } = answer;
    const body = parsed(await answer.text());
    const user = ok && userOf(body);
    if (user) return user;
    const description = first<string>("string", body.error_description, body.error);
    throw new StagepassError(ok ? "bad_response" : "request_failed", {
      status,
      ...(description && { description }),
    });
  });

/** Parses JSON. Text that is not JSON has no members. */
export const parsed = (text: string): Raw => {
  return attempt(() => JSON.parse(text)) || {};
};

/**
 * Reads a user: the specification's flat members, or the live service's, inside `data` and in snake case. Undefined if
 * it is not a user.
 */
export const userOf = (raw: unknown): User | undefined => {
  const flat = (raw || {}) as Raw;
  const live = (flat.data || {}) as Raw;
  const userId = first<number>("number", flat.userId, live.user_id);
  const name = first<string>("string", flat.name, live.name);
  const handle = first<string>("string", flat.handle, live.handle);
  if (userId === undefined || name === undefined || handle === undefined) return undefined;
  const verified = !!first<boolean>("boolean", flat.verified, live.is_verified);
  const profilePicture = pictureOf(flat.profilePicture) || pictureOf(live.profile_picture);
  return { userId, name, handle, verified, ...(profilePicture && { profilePicture }) };
};

/** Reads a picture, if it has any size. */
const pictureOf = (raw: unknown): User["profilePicture"] => {
  const { mirrors, ...all } = (raw || {}) as Raw;
  const sizes = ["150x150", "480x480", "1000x1000"].filter((size) => isText(all[size]));
  if (!sizes.length) return undefined;
  return {
    ...Object.fromEntries(sizes.map((size) => [size, all[size]])),
    // A longer list of mirrors is truncated.
    mirrors: Array.isArray(mirrors) ? mirrors.filter(isText).slice(0, 100) : [],
  };
};

const isText = (value: unknown): value is string => typeof value === "string";

/** Returns the first value of this type. */
const first = <T>(type: string, ...values: unknown[]) => values.find((value) => typeof value === type) as T | undefined;
