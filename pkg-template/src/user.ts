import { StagepassError } from "./errors.js";
import type { Fetch } from "./fetch.js";
import type { ProfilePicture, User } from "./types.js";
import { within } from "./wait.js";

/** A JSON value of which nothing is known yet. */
type Raw = { [member: string]: unknown } | null | undefined;

/** Asks the service who is signed in. Rejects with `bad_response` for what is nobody, with `request_failed`. */
export const askUser = (fetch: Fetch, signal?: AbortSignal): Promise<User> =>
  within(signal, async (ending) => {
    const answer = await fetch("me", { signal: ending, cache: "no-store" });
    const { ok, status } = answer;
    const text = await answer.text();
    let said: Raw;
    try {
      said = JSON.parse(text);
    } catch {
      // Nobody, then.
    }
    const user = ok && userOf(said);
    if (user) return user;
    const description = [said?.error_description, said?.error].find(isText);
    throw new StagepassError(ok ? "bad_response" : "request_failed", {
      status,
      ...(description ? { description } : {}),
    });
  });

/**
 * Reads a person: the specification's flat members, or the live service's, inside `data` and in snake case. Undefined for
 * what is neither.
 */
export const userOf = (flat: Raw): User | undefined => {
  const live = flat?.data as Raw;
  const either = <T>(is: (value: unknown) => value is T, ours: string, theirs = ours) =>
    [flat?.[ours], live?.[theirs]].find(is);
  const userId = either(isNumber, "userId", "user_id");
  const name = either(isText, "name");
  const handle = either(isText, "handle");
  if (userId === undefined || name === undefined || handle === undefined) return;
  const verified = either(isFlag, "verified", "is_verified") ?? false;
  const profilePicture = pictureOf(flat?.profilePicture as Raw) ?? pictureOf(live?.profile_picture as Raw);
  return { userId, name, handle, verified, ...(profilePicture ? { profilePicture } : {}) };
};

/** A picture, if there is any size of it. */
const pictureOf = (raw: Raw): ProfilePicture | undefined => {
  const sizes = (["150x150", "480x480", "1000x1000"] as const).filter((size) => isText(raw?.[size]));
  if (!sizes.length) return;
  const { mirrors } = raw as { mirrors?: unknown };
  return {
    ...Object.fromEntries(sizes.map((size) => [size, raw?.[size]])),
    // Nobody has more mirrors than this; a list that is longer is cut.
    mirrors: Array.isArray(mirrors) ? mirrors.filter(isText).slice(0, 100) : [],
  };
};

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
