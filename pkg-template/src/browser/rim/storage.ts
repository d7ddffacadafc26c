import { DELETE, DONE, KEYS, LIST_KEYS, READ, REFUSED, TEXT, WRITE } from "../../border.gen.js";
import type { CallOptions } from "../../glue.js";
import { attempt, type Effects, isObject } from "../../rim/effects.js";

/** How many keys of a store are read. A browser's store of 5 MB has fewer. */
const MOST_KEYS = 100_000;

/** The stores of a page, and memory for values that a store rejects. */
export const openStorage = () => {
  const memory = new Map<string, string>();

  return (window: Window, options: CallOptions): Effects => {
    // Read each time, because the permission can change.
    const storeOf = (area: string): Storage | undefined => {
      const store = attempt(() =>
        area === "local" ? window.localStorage : area === "session" ? window.sessionStorage : options.storage,
      );
      return area !== "memory" && isObject(store) ? (store as Storage) : undefined;
    };
    const read = (area: string, key: string) => memory.get(key) ?? attempt(() => storeOf(area)?.getItem(key));
    return {
      [READ]: (_, area, key) => [TEXT, 0, { data: read(area, key) }],
      [WRITE](_, area, key, value) {
        memory.delete(key);
        const store = storeOf(area);
        if (store && attempt(() => [store.setItem(key, value)])) return [DONE];
        memory.set(key, value);
        return [REFUSED];
      },
      [DELETE](_, area, key) {
        const data = read(area, key);
        memory.delete(key);
        attempt(() => storeOf(area)?.removeItem(key));
        return [TEXT, 0, { data }];
      },
      [LIST_KEYS](_, prefix) {
        const keys = [...memory.keys()].filter((key) => key.startsWith(prefix));
        for (const store of ["local", "session", "custom"].map(storeOf)) {
          const length = attempt(() => store?.length) ?? 0;
          // A broken store may have no length, and an app's own may return keys without end.
          for (let index = 0; !(index >= length) && index < MOST_KEYS; index++) {
            const key = attempt(() => store?.key(index));
            if (typeof key !== "string") break;
            if (key.startsWith(prefix)) keys.push(key);
          }
        }
        return [KEYS, 0, { data: keys.join("\n") }];
      },
    };
  };
};
