import type { SessionStorage } from "../types.js";

/**
 * A storage in memory.
 *
 * @param onChange Called with each key that changes; without a value, it was removed.
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
