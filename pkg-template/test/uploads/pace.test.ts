import assert from "node:assert/strict";
import { test } from "node:test";
import { openPace } from "../../src/api/pace.js";

/** Returns the estimate after each of these steps: bytes of a million that were sent by then. */
const estimatesOf = (...steps: [seconds: number, sent: number][]) => {
  let now = 0;
  const pace = openPace(() => now);
  return steps.map(([seconds, sent]) => {
    now = seconds * 1000;
    return pace(sent, 1_000_000);
  });
};

test("nothing is said until there is something to look at", () => {
  assert.deepEqual(estimatesOf([0, 0], [0.1, 300_000], [0.4, 300_000]), [{}, {}, {}]);
});

test("a speed, and how long it takes at that", () => {
  assert.deepEqual(estimatesOf([5, 0], [6, 100_000]).at(-1), { bytesPerSecond: 100_000, secondsLeft: 9 });
  assert.deepEqual(estimatesOf([5, 0], [6, 999_999]).at(-1), { bytesPerSecond: 999_999, secondsLeft: 1 });
  assert.deepEqual(estimatesOf([5, 0], [6, 1_000_000]).at(-1), { bytesPerSecond: 1_000_000, secondsLeft: 0 });
});

test("where it begins is no speed", () => {
  assert.deepEqual(estimatesOf([5, 800_000], [6, 810_000]).at(-1), { bytesPerSecond: 10_000, secondsLeft: 19 });
});

test("the last seconds count, and not those before", () => {
  const steps = Array.from({ length: 10 }, (_, at): [number, number] => [at, at * 50_000]);
  const slow = Array.from({ length: 10 }, (_, at): [number, number] => [10 + at, 450_000 + at * 1_000]);
  assert.equal(estimatesOf(...steps, ...slow).at(-1)?.bytesPerSecond, 1_000);
});

test("where nothing moves there is no telling how long it takes", () => {
  assert.deepEqual(estimatesOf([0, 0], [1, 0]).at(-1), { bytesPerSecond: 0 });
});

test("a pause counts for what it is, and is forgotten", () => {
  const after = estimatesOf([0, 0], [1, 100_000], [61, 100_000], [62, 200_000], [70, 1_000_000]);
  assert.equal(after[3]?.bytesPerSecond, Math.round(100_000 / 61));
  assert.equal(after[4]?.bytesPerSecond, 100_000);
});

test("what has to be sent again is no speed, and begins it anew", () => {
  const after = estimatesOf([0, 0], [2, 400_000], [3, 200_000], [4, 300_000]);
  assert.deepEqual(after.slice(2), [{}, { bytesPerSecond: 100_000, secondsLeft: 7 }]);
});
