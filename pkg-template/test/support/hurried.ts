// Has no time pass between two tries of a request.

import type { TestContext } from "node:test";

const DEADLINE = 30_000;

/** Returns how long the waits would have been, in milliseconds. */
export const hurried = ({ mock }: TestContext): number[] => {
  const waits: number[] = [];
  const { setTimeout } = globalThis;
  mock.method(Math, "random", () => 0);
  mock.method(globalThis, "setTimeout", (...values: Parameters<typeof setTimeout>) => {
    const [work, wait = 0] = values;
    // Node's own fetch waits as well, for other things.
    if (wait === DEADLINE || !new Error().stack?.includes("/src/fetch.ts")) return setTimeout(...values);
    waits.push(wait);
    return setTimeout(work, 0);
  });
  return waits;
};
