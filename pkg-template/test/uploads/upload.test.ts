import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Bearer } from "../../src/glue.js";
import type { UploadProgress } from "../../src/types.js";
import { bearer, core, freshFacade, settled } from "../support/pretend.js";
import { expired, open, refuse, reset, say, service, stranger, world } from "../support/servers.js";
import { PretendXhr } from "../support/xhr.js";

const config = await open();
const { stagepass, StagepassError } = await freshFacade();
const sp = stagepass(config);
beforeEach(reset);

const MEGABYTE = 1024 * 1024;
const song = new File([new Uint8Array(12 * MEGABYTE).fill(7)], "Lied für Elise.mp3", { type: "audio/mpeg" });
const small = new Blob(["tiny"]);

/** Answers the first request of a kind in another way. */
const once = (method: string, answer: (response: Parameters<typeof service.instead>[1]) => void) => {
  let isDone = false;
  service.instead = (request, response) => {
    if (isDone || request.method !== method) return false;
    isDone = true;
    answer(response);
    return undefined;
  };
};

/** Makes all waits between requests pass, and none while a request is on its way, until `end` has settled. */
const passTimeUntil = async (end: Promise<unknown>, { timers }: { timers: { tick(milliseconds: number): void } }) => {
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await settled();
    if (!PretendXhr.open) timers.tick(500);
  }
  await end;
};

test("a file goes in pieces, each with the token of its time, and comes back as audio", async () => {
  const progress: UploadProgress[] = [];
  const done = await sp.tracks.upload(song, { onProgress: (now) => progress.push(now) });
  assert.deepEqual(done, { uploadId: "u1", trackCid: "bafkreiaudio1", mimeType: "audio/mpeg", duration: 183.25 });
  assert.equal(world.uploads.content.length, song.size);
  assert.deepEqual(world.uploads.metadata, { filename: "Lied für Elise.mp3", filetype: "audio/mpeg" });
  assert.deepEqual(service.requests, [
    "GET /v1/me",
    "POST /v1/uploads",
    ...Array(2).fill("PATCH /v1/uploads/u1"),
    "GET /v1/uploads/u1",
  ]);
  assert.deepEqual(
    service.received.map(({ body }) => body.length / MEGABYTE),
    [0, 0, 8, 4, 0],
  );
  assert.ok(service.received.every(({ headers }) => headers.authorization === "Bearer token-1"));
  const { sent, total, uploadId } = progress.at(-1) ?? {};
  assert.deepEqual([sent, total, uploadId], [song.size, song.size, "u1"]);
  assert.ok(progress.every(({ sent }, index) => sent >= (progress[index - 1]?.sent ?? 0)));
});

test("a Blob without a name or a type will do; what is none will not", async () => {
  await sp.tracks.upload(small);
  assert.equal(String(world.uploads.content), "tiny");
  assert.deepEqual(world.uploads.metadata, {});
  await assert.rejects(sp.tracks.upload("tiny" as unknown as Blob), { code: "option_invalid" });
});

test("a token that is refused in the middle is renewed, and the piece sent again", async () => {
  once("PATCH", (response) => {
    world.token = "token-2";
    say(response, 401, {});
  });
  await sp.tracks.upload(small);
  assert.equal(String(world.uploads.content), "tiny");
  assert.deepEqual(
    service.received.map(({ method, headers }) => `${method} ${headers.authorization}`),
    ["POST Bearer token-1", "PATCH Bearer token-1", "PATCH Bearer token-2", "GET Bearer token-2"],
  );
});

test("a rejected token of another tab is refreshed, and the piece is sent again", async () => {
  const given = [bearer("token-1"), bearer("token-2", { isAdopted: true }), bearer("token-3")];
  core.accessToken = async (_config, { refused }) => {
    if (refused === given[0]?.token) given.shift();
    return given[0] as Bearer;
  };
  once("PATCH", (response) => {
    world.token = "token-3";
    say(response, 401, {});
  });
  await sp.tracks.upload(small);
  assert.deepEqual(
    service.received.map(({ method, headers }) => `${method} ${headers.authorization}`),
    ["POST 1", "PATCH 1", "PATCH 2", "PATCH 3", "GET 3"].map((line) => line.replace(" ", " Bearer token-")),
  );
});

test("a second 401 ends the session, and the upload", async () => {
  service.instead = (_, response) => say(response, 401, { error: "invalid_token" });
  await assert.rejects(sp.tracks.upload(small), { code: "session_expired" });
  assert.deepEqual(service.requests, [...Array(2).fill("POST /v1/uploads"), ...Array(2).fill("GET /v1/me")]);
  assert.deepEqual(expired, ["token-1"]);
});

test("after a failure of the network it goes on where it was", async () => {
  once("PATCH", (response) => response.destroy());
  await sp.tracks.upload(small);
  assert.equal(String(world.uploads.content), "tiny");
  assert.deepEqual(service.requests.slice(1), [
    "PATCH /v1/uploads/u1",
    "HEAD /v1/uploads/u1",
    "PATCH /v1/uploads/u1",
    "GET /v1/uploads/u1",
  ]);
});

test("bytes sent before a lost connection are not resumed", async () => {
  let pieces = 0;
  service.instead = ({ method }, response) => {
    if (method !== "PATCH" || ++pieces !== 2) return false;
    response.destroy();
    return undefined;
  };
  const progress: UploadProgress[] = [];
  await sp.tracks.upload(song, { onProgress: (now) => progress.push(now) });
  assert.deepEqual([pieces, world.uploads.content.length], [3, song.size]);
  assert.ok(progress.every(({ resumedFrom }) => resumedFrom === undefined));
});

test("the tries have an end", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  service.instead = (_, response) => void response.destroy();
  const refused = assert.rejects(sp.tracks.upload(small), { code: "network" });
  await passTimeUntil(refused, mock);
  assert.equal(service.received.length, 10);
});

test("what is no audio is upload_refused, in the service's words, and not sent again", async () => {
  world.uploads.isAudio = false;
  await assert.rejects(sp.tracks.upload(small), (error) => {
    assert.ok(error instanceof StagepassError);
    assert.deepEqual([error.code, error.status], ["upload_refused", 422]);
    assert.equal(error.description, "this is no audio that we know");
    return true;
  });
  assert.deepEqual(service.requests, ["POST /v1/uploads", "PATCH /v1/uploads/u1"]);
});

test("other refusals keep their codes", async () => {
  for (const [status, code] of [
    [403, "forbidden"],
    [413, "upload_refused"],
    [400, "input_invalid"],
    [200, "bad_response"],
  ] as const) {
    service.instead = (_, response) => say(response, status, { error_description: "no" });
    await assert.rejects(sp.tracks.upload(small), { code, status });
  }
});

test("an address for the upload that is not the service's gets no token", async () => {
  world.uploads.location = `${stranger.origin}/v1/uploads/u1`;
  await assert.rejects(sp.tracks.upload(small), { code: "bad_response" });
  assert.deepEqual([stranger.received, service.requests], [[], ["POST /v1/uploads"]]);
});

test("what came from elsewhere, by a redirect, is no answer", async () => {
  service.instead = (_, response) => say(response, 307, {}, { location: `${stranger.origin}/v1/uploads` });
  await assert.rejects(sp.tracks.upload(small), { code: "bad_response" });
});

test("an upload's answer without a final URL is rejected", async () => {
  PretendXhr.hidesUrl = true;
  await assert.rejects(sp.tracks.upload(small), { code: "bad_response" }).finally(() => {
    PretendXhr.hidesUrl = false;
  });
  assert.deepEqual(service.requests, ["POST /v1/uploads"]);
});

test("where nobody is signed in nothing is sent", async () => {
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(sp.tracks.upload(small), { code: "not_signed_in" });
  assert.deepEqual(service.received, []);
});

test("an abort ends it, and terminates nothing", async () => {
  const reason = new Error("enough");
  await assert.rejects(sp.tracks.upload(small, { signal: AbortSignal.abort(reason) }), {
    code: "aborted",
    cause: reason,
  });
  assert.deepEqual(service.received, []);
  const abort = new AbortController();
  once("PATCH", () => abort.abort(reason));
  await assert.rejects(sp.tracks.upload(song, { signal: abort.signal }), { code: "aborted", cause: reason });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(service.requests.slice(-2), ["POST /v1/uploads", "PATCH /v1/uploads/u1"]);
});

test("an abort while the core looks for a token sends nothing after it", async () => {
  const abort = new AbortController();
  const { accessToken } = core;
  core.accessToken = async (...values) => {
    abort.abort();
    return accessToken(...values);
  };
  await assert.rejects(sp.tracks.upload(small, { signal: abort.signal }), { code: "aborted" });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(service.received, []);
});

test("what the app's function throws is no failure of the upload", async () => {
  const thrown: unknown[] = [];
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (work) =>
    queueMicrotask(() => {
      try {
        work();
      } catch (error) {
        thrown.push(error);
      }
    });
  const done = await sp.tracks.upload(small, {
    onProgress: () => {
      throw new Error("the app's own");
    },
  });
  globalThis.queueMicrotask = queueMicrotask;
  assert.equal(done.uploadId, "u1");
  assert.ok(thrown.length > 0 && thrown.every((error) => String(error) === "Error: the app's own"));
});

test("a connection on which nothing moves for 30 s is given up, and tried anew", async ({ mock }) => {
  const came = new Promise<void>((resolve) => {
    once("PATCH", () => resolve());
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  const upload = sp.tracks.upload(small);
  await came;
  mock.timers.tick(29_999);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(service.requests, ["POST /v1/uploads", "PATCH /v1/uploads/u1"]);
  mock.timers.tick(1);
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(0);
  assert.equal((await upload).uploadId, "u1");
});

test("who keeps too much is told so, in the service's words, and nothing is tried again", async () => {
  world.uploads.quota = 3;
  await assert.rejects(sp.tracks.upload(small), {
    code: "quota_exceeded",
    status: 413,
    description: "3 bytes may be kept, 0 are",
  });
  service.instead = (_, response) => refuse(response, 429, "too_many_uploads", "20 uploads are unfinished");
  await assert.rejects(sp.tracks.upload(small), {
    code: "quota_exceeded",
    status: 429,
    description: "20 uploads are unfinished",
  });
  service.instead = (_, response) => refuse(response, 507, "storage_full", "the service has no room");
  await assert.rejects(sp.tracks.upload(small), {
    code: "quota_exceeded",
    status: 507,
    description: "the service has no room",
  });
  assert.deepEqual(service.requests, Array(3).fill("POST /v1/uploads"));
});

test("another request that is at the same upload is waited for, and not for ever", async ({ mock }) => {
  once("PATCH", (response) => refuse(response, 423, "locked", "another request for this upload is under way"));
  assert.equal((await sp.tracks.upload(small)).uploadId, "u1");
  mock.timers.enable({ apis: ["setTimeout"] });
  service.instead = ({ method }, response) => (method === "PATCH" ? refuse(response, 423, "locked", "no") : false);
  const refused = assert.rejects(sp.tracks.upload(small), { code: "conflict", status: 423 });
  await passTimeUntil(refused, mock);
});

test("an upload's page may be told how fast it goes", async () => {
  const progress: UploadProgress[] = [];
  const { performance } = globalThis;
  let now = 0;
  Object.defineProperty(globalThis, "performance", { value: { now: () => now++ * 400 }, configurable: true });
  await sp.tracks.upload(song, { onProgress: (at) => progress.push(at) });
  Object.defineProperty(globalThis, "performance", { value: performance, configurable: true });
  assert.equal(progress[0]?.bytesPerSecond, undefined);
  assert.ok(progress.some(({ bytesPerSecond = 0, secondsLeft = -1 }) => bytesPerSecond > 0 && secondsLeft >= 0));
  assert.equal(progress.at(-1)?.secondsLeft, 0);
});

test("uploads are listed in pages, with how much may be kept", async () => {
  world.uploads.quota = 1_000;
  for (const name of ["a.mp3", "b.mp3", ""]) await sp.tracks.upload(new File(["tiny"], name));
  world.uploads.isAudio = true;
  const first = await sp.tracks.uploads({ limit: 2 });
  const done = { trackCid: "bafkreiaudio3", mimeType: "audio/mpeg", duration: 183.25 };
  assert.deepEqual(first.items[0], {
    uploadId: "u3",
    status: "completed",
    total: 4,
    sent: 4,
    upload: { uploadId: "u3", ...done },
  });
  assert.equal(first.items[1]?.filename, "b.mp3");
  assert.deepEqual(first.quota, { bytes: 1_000, used: 12 });
  const second = await sp.tracks.uploads({ limit: 2, cursor: first.next });
  assert.deepEqual(
    second.items.map(({ filename }) => filename),
    ["a.mp3"],
  );
  assert.equal(second.next, undefined);
});

test("an upload that is not complete says until when it can be gone on with", async () => {
  const abort = new AbortController();
  once("PATCH", () => abort.abort());
  await assert.rejects(sp.tracks.upload(song, { signal: abort.signal }), { code: "aborted" });
  const state = { uploadId: "u1", status: "uploading", total: song.size, sent: 0, filename: song.name };
  assert.deepEqual((await sp.tracks.uploads()).items, [{ ...state, expiresAt: 1_800_000_000_000 }]);
});

test("what is no list of uploads is bad_response", async () => {
  const quota = { bytes: 1, used: 0 };
  for (const answer of [
    {},
    { data: [] },
    { data: [], quota: { bytes: "1", used: 0 } },
    { data: [{}], quota },
    { data: [{ id: "u1", status: "completed", size: 1 }], quota },
    { data: [], quota, next_cursor: 7 },
  ]) {
    service.instead = (_, response) => say(response, 200, answer);
    await assert.rejects(sp.tracks.uploads(), { code: "bad_response" }, JSON.stringify(answer));
  }
});

test("an upload is discarded, unless a track is made of it", async () => {
  const { uploadId } = await sp.tracks.upload(small);
  world.uploads.isInUse = () => true;
  await assert.rejects(sp.tracks.discardUpload(uploadId), { code: "conflict", status: 409 });
  world.uploads.isInUse = () => false;
  await sp.tracks.discardUpload(uploadId);
  assert.deepEqual(world.uploads.ids, []);
  await assert.rejects(sp.tracks.discardUpload(uploadId), { code: "not_found", status: 404 });
  service.received.length = 0;
  for (const id of ["", "..", "u1/../../me", "u1?x", 7, undefined] as string[]) {
    await assert.rejects(sp.tracks.discardUpload(id), { code: "option_invalid" });
  }
  assert.deepEqual(service.received, []);
});

test("what is discarded is not gone on with", async () => {
  const abort = new AbortController();
  once("PATCH", () => abort.abort());
  await assert.rejects(sp.tracks.upload(song, { signal: abort.signal }), { code: "aborted" });
  await sp.tracks.discardUpload("u1");
  service.received.length = 0;
  await sp.tracks.upload(song);
  assert.deepEqual(service.requests.slice(0, 1), ["POST /v1/uploads"]);
});
