import type { Bearer } from "../glue.js";

/**
 * Returns whether a request whose token was rejected with 401 is sent again. It is sent twice, or three times if the
 * second token is of another tab: that token may have expired since.
 *
 * @param sends How often the request was sent, the last time with this token.
 */
export const isSentAgain = ({ isAdopted }: Bearer, sends: number): boolean => sends < 2 || (sends < 3 && isAdopted);
