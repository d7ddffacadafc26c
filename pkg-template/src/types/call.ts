/** Options of every call that waits. */
export interface WaitOptions {
  /** Aborts the call, which then rejects with `aborted`. */
  signal?: AbortSignal | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  /** The items of this page. */
  items: Item[];
  /** The `cursor` of the next page. Missing on the last page. */
  next?: string;
}

/** Options of the methods that return a list. */
export interface PageOptions extends WaitOptions {
  /** The maximum number of items: 1 to 100. Default 50. */
  limit?: number | undefined;
  /** The `next` of the page before. Default: the first page. */
  cursor?: string | undefined;
}

/** Options of `tracks.mine`. */
export interface OwnTracksOptions extends PageOptions {
  /** Only tracks with this text in their titles, in upper or lower case. At most 200 characters. */
  query?: string | undefined;
}
