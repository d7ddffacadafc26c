import { pagePath } from "../api/page.js";
import type { OwnTracksOptions, Page } from "../types.js";
import { failure } from "./failure.js";

/** The errors of the fake client's methods. */
export const FAILURES = { fail: failure, isFailure: (_thrown: unknown): _thrown is never => false };

/** The default number of items. */
const LIMIT = 50;

const CURSOR = "fake-cursor-";

/**
 * Returns a page of a list.
 *
 * @param all The items, newest first.
 * @param entryOf The order of an item. Changes between two pages do not affect the other items.
 */
export const pageOf = <Item>(
  all: Item[],
  entryOf: (item: Item) => number,
  options: OwnTracksOptions = {},
): Page<Item> => {
  pagePath(FAILURES, options);
  const { limit = LIMIT, cursor } = options;
  const after = cursor === undefined ? Infinity : Number(cursor.startsWith(CURSOR) ? cursor.slice(CURSOR.length) : NaN);
  if (Number.isNaN(after)) {
    throw failure("input_invalid", { status: 400, description: "cursor is none that this service gave" });
  }
  const rest = all.filter((item) => entryOf(item) < after);
  const items = rest.slice(0, limit);
  const last = items[items.length - 1];
  return { items, ...(last !== undefined && rest.length > limit ? { next: CURSOR + entryOf(last) } : {}) };
};
