/** What a call that waits takes. */
export interface WaitOptions {
  /** Ends the wait with `aborted`. */
  signal?: AbortSignal | undefined;
}

/** A part of a list. */
export interface Page<Item> {
  items: Item[];
  /** What gets the next part, as `cursor`. Missing at the end. */
  next?: string;
}

/** What the methods take that give a list. */
export interface PageOptions extends WaitOptions {
  /** How many at most: 1 to 100. Default 50. */
  limit?: number | undefined;
  /** What came as `next` with the part before. Default: the beginning. */
  cursor?: string | undefined;
}
