// A fake IndexedDB, as far as the keys of sessions need it: one store, whose values survive a new copy of the package.

/** What it stores, and whether the browser denies it. */
export const database = { records: new Map<string, unknown>(), isDenied: false };

const later = (work: () => void) => queueMicrotask(work);

/** Returns a request whose `done` event follows. */
const requestOf = <T>(result: T, transaction: { oncomplete?: () => void }) => {
  later(() => later(() => transaction.oncomplete?.()));
  return { result };
};

const opened = {
  close() {},
  transaction: () => {
    const transaction: { oncomplete?: () => void; objectStore?: unknown } = {};
    transaction.objectStore = () => ({
      put: (value: unknown, name: string) => requestOf(database.records.set(name, value), transaction),
      get: (name: string) => requestOf(database.records.get(name), transaction),
      delete: (name: string) => requestOf(database.records.delete(name), transaction),
    });
    return transaction;
  },
};

/** Sets the fake as the IndexedDB of this process. */
export const pretendIndexedDb = (): void => {
  const open = () => {
    if (database.isDenied) throw new DOMException("denied", "SecurityError");
    const opening: { result: typeof opened; onsuccess?: () => void } = { result: opened };
    later(() => opening.onsuccess?.());
    return opening;
  };
  Object.assign(globalThis, { indexedDB: { open } });
};
