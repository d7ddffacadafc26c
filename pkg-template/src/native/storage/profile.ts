import type { ClientStorage } from "../../session/stored.js";
import type { Store } from "./store.js";

/** The user's profile in an asynchronous store, and a copy that can be read at once. */
export interface StoredProfile extends ClientStorage {
  /** Reads it from the store, once. */
  load(): Promise<void>;
}

/** @param store Returns the store, or throws if there is none. */
export const openProfile = (key: string, store: () => Store): StoredProfile => {
  let copy: string | null = null;
  let loading: Promise<void> | undefined;
  let written: Promise<unknown> = Promise.resolve();

  /** One change after the other. */
  const write = (change: (store: Store) => Promise<unknown>) => {
    const changed = () => change(store());
    written = written.then(changed, changed);
  };

  return {
    load() {
      loading ??= store()
        .read(key)
        .then((text) => {
          copy ??= text;
        });
      return loading;
    },
    // Only the core can read anything else.
    getItem: (name) => (name === key ? copy : undefined),
    setItem(_, text) {
      copy = text;
      write((store) => store.write(key, text));
    },
    removeItem() {
      copy = null;
      write((store) => store.remove(key));
    },
  };
};
