// stagepass/uploads, with uploads that the tests control, and with a client of stagepass/testing: both as they are
// shipped.

import assert from "node:assert/strict";
import { test } from "node:test";
import type * as Testing from "../../src/entry/testing.js";
import type * as Kit from "../../src/entry/uploads.js";
import type { Upload, UploadOptions, UploadProgress } from "../../src/types.js";
import { deferred, freshCopy, settled } from "../support/pretend.js";

const copy = freshCopy();
const { createUploadQueue }: typeof Kit = await import(`${copy}uploads.js`);
const { fakeStagepass, fakeUser }: typeof Testing = await import(`${copy}testing.js`);

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);

const made = (uploadId: string): Upload => ({
  uploadId,
  trackCid: `cid-${uploadId}`,
  mimeType: "audio/mpeg",
  duration: 1,
});

/** Uploads that wait for the test, each by its file's name. */
const stand = () => {
  const calls: {
    name: string;
    signal: AbortSignal;
    report(progress: UploadProgress): void;
    finish(upload: Upload): void;
    fail(error: unknown): void;
  }[] = [];
  const upload = (given: Blob, { signal, onProgress }: UploadOptions = {}) => {
    const { promise, resolve, reject } = deferred<Upload>();
    const { name } = given as File;
    const report = (progress: UploadProgress) => onProgress?.(progress);
    calls.push({ name, signal: signal as AbortSignal, report, finish: resolve, fail: reject });
    signal?.addEventListener("abort", () => reject({ code: "aborted" }));
    return promise;
  };
  const call = (name: string) => {
    const found = calls.filter((one) => one.name === name).at(-1);
    assert.ok(found, name);
    return found;
  };
  return { upload, calls, call, names: () => calls.map(({ name }) => name) };
};

const open = (options?: Kit.UploadQueueOptions) => {
  const tracks = stand();
  const queue = createUploadQueue(tracks, options);
  const words = () => queue.get().map(({ file: { name }, status }) => `${name} ${status}`);
  const id = (name: string) => queue.get().find((entry) => entry.file.name === name)?.id ?? "";
  return { tracks, queue, words, id };
};

test("two are uploaded at a time, in the order in which they came", async () => {
  const { tracks, queue, words } = open();
  const added = queue.add(["a", "b", "c", "d"].map((name) => file(name)));
  assert.deepEqual(added, queue.get());
  assert.deepEqual(words(), ["a uploading", "b uploading", "c waiting", "d waiting"]);
  tracks.call("b").finish(made("u2"));
  await settled();
  assert.deepEqual(words(), ["a uploading", "b done", "c uploading", "d waiting"]);
  assert.deepEqual(queue.get()[1]?.upload, made("u2"));
  tracks.call("a").fail({ code: "network" });
  await settled();
  assert.deepEqual(words(), ["a failed", "b done", "c uploading", "d uploading"]);
  assert.deepEqual(tracks.names(), ["a", "b", "c", "d"]);
});

test("as many at a time as is said, and one at least", () => {
  for (const [concurrency, most] of [
    [1, 1],
    [3, 3],
    [0, 1],
    [-1, 1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 4],
    [undefined, 2],
  ] as const) {
    const { tracks, queue } = open({ concurrency });
    queue.add(["a", "b", "c", "d"].map((name) => file(name)));
    assert.equal(tracks.calls.length, most, `${concurrency}`);
  }
});

test("each change is a new list with a new entry, and what has not changed is the same", () => {
  const { tracks, queue } = open();
  assert.equal(queue.get(), queue.get());
  queue.add([file("a"), file("b")]);
  const before = queue.get();
  assert.equal(queue.get(), before);
  tracks.call("a").report({ sent: 5, total: 10, bytesPerSecond: 5, secondsLeft: 1, uploadId: "u1", resumedFrom: 2 });
  const after = queue.get();
  assert.notEqual(after, before);
  assert.notEqual(after[0], before[0]);
  assert.equal(after[1], before[1]);
  assert.equal(before[0]?.sent, 0);
  const { id: _, file: __, ...rest } = after[0] as Kit.QueuedUpload;
  assert.deepEqual(rest, {
    status: "uploading",
    sent: 5,
    total: 10,
    bytesPerSecond: 5,
    secondsLeft: 1,
    uploadId: "u1",
    resumedFrom: 2,
  });
  // A speed that is no longer told is not kept.
  tracks.call("a").report({ sent: 6, total: 10 });
  assert.equal(queue.get()[0]?.bytesPerSecond, undefined);
});

test("nothing added is no change", () => {
  const { queue } = open();
  let notifications = 0;
  queue.subscribe(() => notifications++);
  assert.deepEqual(queue.add([]), []);
  assert.equal(notifications, 0);
});

test("what is aborted stops, keeps how far it was, and makes room for the next", async () => {
  const { tracks, queue, words, id } = open({ concurrency: 1 });
  queue.add([file("a"), file("b"), file("c")]);
  tracks.call("a").report({ sent: 4, total: 10, bytesPerSecond: 9 });
  queue.abort(id("c"));
  queue.abort(id("a"));
  assert.deepEqual(words(), ["a aborted", "b uploading", "c aborted"]);
  assert.equal(tracks.call("a").signal.aborted, true);
  assert.deepEqual([queue.get()[0]?.sent, queue.get()[0]?.bytesPerSecond], [4, undefined]);
  await settled();
  tracks.call("a").report({ sent: 9, total: 10 });
  assert.equal(queue.get()[0]?.sent, 4);
  const before = queue.get();
  for (const name of ["a", "c", "none"]) queue.abort(id(name));
  assert.equal(queue.get(), before);
});

test("what failed or was aborted is tried again when its turn comes, and what it said before is forgotten", async () => {
  const { tracks, queue, words, id } = open({ concurrency: 1 });
  queue.add([file("a"), file("b")]);
  tracks.call("a").fail({ code: "network" });
  await settled();
  queue.retry(id("a"));
  assert.deepEqual(words(), ["a waiting", "b uploading"]);
  assert.equal(queue.get()[0]?.error, undefined);
  queue.retry(id("b"));
  queue.retry(id("a"));
  assert.equal(tracks.calls.length, 2);
  queue.abort(id("b"));
  assert.deepEqual(words(), ["a uploading", "b aborted"]);
  assert.deepEqual(tracks.names(), ["a", "b", "a"]);
});

test("what an earlier try still says changes nothing of the next", async () => {
  const { tracks, queue, words, id } = open();
  queue.add([file("a")]);
  const first = tracks.call("a");
  queue.abort(id("a"));
  queue.retry(id("a"));
  assert.notEqual(tracks.call("a"), first);
  first.report({ sent: 9, total: 10 });
  first.finish(made("old"));
  await settled();
  assert.deepEqual(words(), ["a uploading"]);
  assert.equal(queue.get()[0]?.sent, 0);
  tracks.call("a").finish(made("new"));
  await settled();
  assert.equal(queue.get()[0]?.upload?.uploadId, "new");
});

test("what is removed is stopped, and nothing is told of it any more", async () => {
  const { tracks, queue, words, id } = open({ concurrency: 1 });
  queue.add([file("a"), file("b"), file("c")]);
  queue.remove(id("b"));
  const { signal, report, finish } = tracks.call("a");
  queue.remove(id("a"));
  assert.equal(signal.aborted, true);
  assert.deepEqual(words(), ["c uploading"]);
  let notifications = 0;
  queue.subscribe(() => notifications++);
  report({ sent: 9, total: 10 });
  finish(made("u1"));
  await settled();
  queue.remove("none");
  queue.retry("none");
  assert.equal(notifications, 0);
  assert.deepEqual(tracks.names(), ["a", "c"]);
});

test("all that wait and all that are uploaded are aborted at once, and none takes another's place", async () => {
  const { tracks, queue, words } = open({ concurrency: 1 });
  queue.add([file("a"), file("b"), file("c")]);
  tracks.call("a").finish(made("u1"));
  await settled();
  let notifications = 0;
  queue.subscribe(() => notifications++);
  queue.abortAll();
  await settled();
  assert.deepEqual(words(), ["a done", "b aborted", "c aborted"]);
  assert.deepEqual([tracks.calls.length, notifications], [2, 1]);
  queue.abortAll();
  assert.equal(notifications, 1);
});

test("a listener is told until it is ended, also by another one, and what it throws stops nothing", async () => {
  const { queue } = open();
  const words: string[] = [];
  const thrown: unknown[] = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((work: () => void) => {
    try {
      work();
    } catch (error) {
      thrown.push(error);
    }
  }) as typeof setTimeout;
  const twice = () => void words.push("twice");
  const ends = [queue.subscribe(twice), queue.subscribe(twice)];
  queue.subscribe(() => {
    words.push("ends");
    ends[2]?.();
    throw new Error("the app's own");
  });
  ends.push(queue.subscribe(() => words.push("never")));
  queue.add([file("a")]);
  ends[0]?.();
  queue.add([file("b")]);
  globalThis.setTimeout = setTimeout;
  assert.deepEqual(words, ["twice", "twice", "ends", "twice", "ends"]);
  assert.equal(thrown.length, 2);
});

test("a listener may change what it is told of", async () => {
  const { tracks, queue, words } = open({ concurrency: 1 });
  queue.subscribe(() => {
    const [first] = queue.get();
    if (first?.status === "done") queue.remove(first.id);
  });
  queue.add([file("a"), file("b")]);
  tracks.call("a").finish(made("u1"));
  await settled();
  assert.deepEqual(words(), ["b uploading"]);
});

test("what throws at once has failed like any other", async () => {
  const error = new Error("at once");
  const queue = createUploadQueue({
    upload: () => {
      throw error;
    },
  });
  queue.add([file("a")]);
  await settled();
  assert.deepEqual([queue.get()[0]?.status, queue.get()[0]?.error], ["failed", error]);
});

/** Numbers that are the same in each run. */
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

test("whatever is done to it at whatever moment: never too many at once, nothing lost, nothing started in vain", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const next = random(seed);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)];
    const { tracks, queue } = open({ concurrency: 2 });
    const order: string[] = [];
    let reported = queue.get();
    queue.subscribe(() => {
      reported = queue.get();
    });
    for (let step = 0; step < 40; step++) {
      const id = pick(queue.get())?.id ?? "";
      const call = pick(tracks.calls);
      const steps = [
        () => void order.push(...queue.add([file(`f${step}`), file(`g${step}`)]).map((entry) => entry.id)),
        () => queue.abort(id),
        () => queue.retry(id),
        () => {
          queue.remove(id);
          const at = order.indexOf(id);
          if (at >= 0) order.splice(at, 1);
        },
        () => call?.report({ sent: 3, total: 10 }),
        () => call?.finish(made("u")),
        () => call?.fail({ code: "network" }),
        () => next() < 0.2 && queue.abortAll(),
      ];
      pick(steps)?.();
      if (next() < 0.5) await Promise.resolve().then(() => {});
      const entries = queue.get();
      const of = (status: string) => entries.filter((entry) => entry.status === status).length;
      assert.equal(reported, entries, `seed ${seed}, step ${step}`);
      assert.deepEqual(
        entries.map((entry) => entry.id),
        order,
      );
      assert.ok(of("uploading") <= 2);
      assert.ok(of("waiting") === 0 || of("uploading") === 2);
      assert.equal(tracks.calls.filter(({ signal }) => !signal.aborted).length >= of("uploading"), true);
    }
  }
});

test("with a client, files are sent, wait, fail, and go on where they were", async () => {
  const fake = fakeStagepass({ user: fakeUser() });
  const queue = createUploadQueue(fake.client.tracks);
  const letGo = fake.holdUploads();
  const [a] = queue.add([file("a", 100), file("b", 100)]);
  await settled();
  letGo(0.4, 20);
  await settled();
  const [first] = queue.get();
  assert.deepEqual([first?.sent, first?.bytesPerSecond, first?.secondsLeft], [40, 20, 3]);
  queue.abort(a?.id ?? "");
  fake.isOffline = true;
  letGo(0.6);
  await settled();
  assert.deepEqual(
    queue.get().map(({ status, error }) => [status, error?.code]),
    [
      ["aborted", undefined],
      ["failed", "network"],
    ],
  );
  fake.isOffline = false;
  for (const { id } of queue.get()) queue.retry(id);
  await settled();
  letGo();
  await settled();
  assert.deepEqual(
    queue.get().map(({ status, resumedFrom, upload }) => [status, resumedFrom, upload?.uploadId]),
    [
      ["done", 40, "fake-upload-1"],
      ["done", 40, "fake-upload-2"],
    ],
  );
});
