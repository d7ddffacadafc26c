/** How long an answer may take, in milliseconds. */
export const DEADLINE = 30_000;

/**
 * True of every request. A token must reach nobody but who is meant: no redirect is followed, no cookie and no referrer goes
 * along.
 */
export const ALWAYS = {
  mode: "cors",
  redirect: "error",
  credentials: "omit",
  referrerPolicy: "no-referrer",
} as const;
