import type { OwnTracksOptions, Page } from "../types.js";
import type { Failures } from "./failure.js";
import { dataOf, type Raw } from "./track.js";

/** The maximum number of items that the service returns at once. */
export const MOST = 100;

/** Adds the page options to a path. Throws `option_invalid` before anything is sent. */
export const pagePath = ({ fail }: Failures, { limit, cursor, query: text }: OwnTracksOptions) => {
  const query = new URLSearchParams();
  if (limit !== undefined) {
    if (!(Number.isSafeInteger(limit) && limit > 0 && limit <= MOST)) {
      throw fail("option_invalid", { message: `limit must be a whole number from 1 to ${MOST}.` });
    }
    query.set("limit", `${limit}`);
  }
  if (cursor !== undefined) {
    if (typeof cursor !== "string" || !cursor) {
      throw fail("option_invalid", { message: "cursor is not valid: pass the next of another page." });
    }
    query.set("cursor", cursor);
  }
  if (text !== undefined) {
    if (typeof text !== "string") throw fail("option_invalid", { message: "query must be a text." });
    query.set("query", text);
  }
  return (path: string): string => [path, `${query}`].filter(Boolean).join("?");
};

/** Reads a page of a list, with `read` for each item. Throws `bad_response` for anything else. */
export const readPage = <Item>(
  failures: Failures,
  answer: unknown,
  read: (failures: Failures, raw: unknown) => Item,
): Page<Item> => {
  const items = dataOf(answer);
  const next = (answer as Raw | null)?.next_cursor ?? undefined;
  if (!Array.isArray(items) || (next !== undefined && typeof next !== "string")) throw failures.fail("bad_response");
  return { items: items.map((one) => read(failures, one)), ...(next ? { next } : {}) };
};
