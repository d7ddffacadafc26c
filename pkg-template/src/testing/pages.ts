import { pagePath } from "../api/page.js";
import type { Page, PageOptions } from "../types.js";
import { failure } from "./failure.js";

/** What the methods of the real client fail with, made by us. */
export const FAILURES = { fail: failure, isFailure: (_thrown: unknown): _thrown is never => false };

/** How many at once, where nobody says. */
const LIMIT = 50;

const CURSOR = "fake-cursor-";

/**
 * A part of a list.
 *
 * @param all The newest first.
 * @param entryOf In which order each has come: what goes and comes between two parts changes nothing of the rest.
 */
export const pageOf = <Item>(all: Item[], entryOf: (item: Item) => number, options: PageOptions = {}): Page<Item> => {
  pagePath(FAILURES, options);
  const { limit = LIMIT, cursor } = options;
  const after = cursor === undefined ? Infinity : Number(cursor.startsWith(CURSOR) ? cursor.slice(CURSOR.length) : NaN);
  if (Number.isNaN(after)) {
    throw failure("request_failed", { status: 400, description: "cursor is none that this service gave" });
  }
  const rest = all.filter((item) => entryOf(item) < after);
  const items = rest.slice(0, limit);
  const last = items[items.length - 1];
  return { items, ...(last !== undefined && rest.length > limit ? { next: CURSOR + entryOf(last) } : {}) };
};
