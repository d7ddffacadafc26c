import type { SessionStorage } from "../types.js";

/**
 * Creates a storage in memory.
 *
 * @param onChange Called with each key that changes. Without a value, the key was removed.
 */
export const openMemory = (
  values = new Map<string, string>(),
  onChange?: (key: string, value?: string) => void,
): SessionStorage => ({
  get length() {
    return values.size;
  },
  key: (at) => [...values.keys()][at] ?? null,
  getItem: (key) => values.get(key) ?? null,
  setItem(key, value) {
    values.set(key, value);
    onChange?.(key, value);
  },
  removeItem(key) {
    values.delete(key);
    onChange?.(key);
  },
});
