/** The timeout of a response, in milliseconds. */
export const DEADLINE = 30_000;

/**
 * Options of every request. Only the addressed server may receive a token: no redirect is followed, and no cookie and
 * no referrer is sent.
 */
export const ALWAYS = {
  mode: "cors",
  redirect: "error",
  credentials: "omit",
  referrerPolicy: "no-referrer",
} as const;
