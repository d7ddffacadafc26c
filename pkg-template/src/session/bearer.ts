// An access token as the core returns it, with further lines: `ACCESS_TOKEN` in glue.d.ts.

/** Returns the token without the other lines. */
export const bare = (bearer: string): string => bearer.split("\n", 1)[0] as string;

/** Returns whether another call or tab has refreshed this token, in place of this call. */
export const isAdopted = (bearer: string): boolean => !!bearer.split("\n")[2];

/**
 * Returns whether a request whose token was rejected with 401 is sent again. It is sent twice, or three times if the
 * second token is of another tab: that token may have expired since.
 *
 * @param sends How often the request was sent, the last time with this token.
 */
export const isSentAgain = (bearer: string, sends: number): boolean => sends < 2 || (sends < 3 && isAdopted(bearer));
