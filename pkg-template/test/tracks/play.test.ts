import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { PretendAudio } from "../support/audio.js";
import { freshFacade, seen, settled, until } from "../support/pretend.js";
import { access, node, open, reset, say, service, world } from "../support/servers.js";

const config = await open();
const { stagepass, isStagepassError } = await freshFacade();
let sp = stagepass(config);
let audio = new PretendAudio();

const play = (id = 8, options = {}) => sp.tracks.play(audio as unknown as HTMLAudioElement, id, options);
/** The address of the audio that is good now. */
const fresh = () => `${node.origin}/gated?signature=${world.signature}`;
/** The audio's address has got too old. */
const age = () => void world.signature++;
const after = (event: string) => new Promise((resolve) => audio.addEventListener(event, resolve, { once: true }));

beforeEach(() => {
  reset();
  sp = stagepass(config);
  audio = new PretendAudio();
});

afterEach(() => assert.deepEqual(seen.unhandled, []));

test("a track plays, public or gated, and stops", async () => {
  for (const [id, address] of [
    [7, `${node.origin}/tracks/cidstream/bafkrei7`],
    [8, `${node.origin}/gated?signature=1`],
  ] as const) {
    const playback = await play(id);
    assert.deepEqual([audio.src, audio.isAudible], [address, true]);
    playback.stop();
    assert.deepEqual([audio.src, audio.isAudible, audio.paused], ["", false, true]);
    await playback.finished;
  }
});

test("an address that got too old is replaced, and the track goes on where it was, as fast, playing", async () => {
  for (const peculiarity of [{}, { pausesOnFailure: false }, { forgetsOnFailure: true }]) {
    reset();
    audio = Object.assign(new PretendAudio(), peculiarity);
    await play();
    audio.tick(42);
    audio.playbackRate = 1.5;
    age();
    const again = after("seeked");
    await audio.more();
    await again;
    assert.deepEqual([audio.src, audio.currentTime, audio.playbackRate], [fresh(), 42, 1.5]);
    assert.deepEqual([audio.isAudible, audio.sources.length], [true, 2]);
  }
});

test("a seek that is refused goes on at where it was to lead", async () => {
  for (const forgetsOnFailure of [false, true]) {
    reset();
    audio = Object.assign(new PretendAudio(), { forgetsOnFailure });
    await play();
    audio.tick(1);
    age();
    const again = after("seeked");
    audio.currentTime = 100;
    await again;
    assert.deepEqual([audio.src, audio.currentTime, audio.isAudible], [fresh(), 100, true]);
  }
});

test("who pauses for longer than two addresses last hears the track go on", async ({ mock }) => {
  await play();
  audio.tick(5);
  audio.pause();
  mock.timers.enable({ apis: ["Date"] });
  for (const source of [2, 3, 4]) {
    mock.timers.tick(2_000);
    age();
    const again = after("seeked");
    void audio.more();
    await again;
    assert.deepEqual([audio.src, audio.currentTime, audio.sources.length], [fresh(), 5, source]);
  }
  await audio.play();
  assert.equal(audio.isAudible, true);
});

test("what was paused stays paused", async () => {
  await play();
  audio.tick(5);
  audio.pause();
  age();
  const again = after("seeked");
  audio.currentTime = 60;
  await again;
  assert.deepEqual([audio.src, audio.currentTime, audio.paused, audio.isAudible], [fresh(), 60, true, false]);
});

test("play, pressed after a failure and before there is a new URL, is not lost", async () => {
  await play();
  audio.tick(5);
  audio.pause();
  age();
  const again = after("seeked");
  audio.addEventListener("error", () => void audio.play().catch(() => {}), { once: true });
  audio.currentTime = 60;
  await again;
  assert.deepEqual([audio.src, audio.currentTime, audio.isAudible], [fresh(), 60, true]);
});

test("a browser that keeps the refusal to itself is found out: the element waits, the address is tried", async ({
  mock,
}) => {
  await play();
  audio.tick(3);
  audio.isQuiet = true;
  age();
  mock.timers.enable({ apis: ["setTimeout"] });
  const before = node.received.length;
  await audio.more();
  const again = after("seeked");
  mock.timers.tick(4_000);
  await again;
  assert.deepEqual([audio.src, audio.currentTime, audio.isAudible], [fresh(), 3, true]);
  assert.equal(node.received[before + 1]?.headers.range, "bytes=0-0");
});

test("an element that waits although its address is good is left alone, and asked about ever less often", async ({
  mock,
}) => {
  await play();
  audio.tick(3);
  mock.timers.enable({ apis: ["setTimeout"] });
  const waits: unknown[] = [];
  const pretended = globalThis.setTimeout;
  mock.method(globalThis, "setTimeout", (...values: Parameters<typeof setTimeout>) => {
    waits.push(values[1]);
    return pretended(...values);
  });
  /** Waits for longer than a request takes to leave, and returns how many have come. */
  const probes = async () => {
    for (let turn = 0; turn < 50; turn++) await settled();
    return node.received.length;
  };
  audio.dispatchEvent(new Event("waiting"));
  node.forget();
  for (const wait of [4_000, 8_000]) {
    mock.timers.tick(wait - 1);
    assert.equal(await probes(), 0);
    mock.timers.tick(1);
    // The next wait begins when the request is answered.
    await until(() => waits.includes(2 * wait));
    assert.equal(node.received.length, 1);
    node.forget();
  }
  audio.dispatchEvent(new Event("playing"));
  mock.timers.tick(100_000);
  assert.equal(await probes(), 0);
  assert.equal(audio.sources.length, 1);
});

test("again and again, as long as there is progress in between", async () => {
  await play();
  for (const time of [10, 20, 30]) {
    audio.tick(10);
    age();
    const again = after("seeked");
    await audio.more();
    await again;
    assert.deepEqual([audio.src, audio.currentTime], [fresh(), time]);
  }
  assert.equal(audio.sources.length, 4);
});

test("an address that is refused although it is new ends it: nothing goes in circles", async () => {
  const playback = await play();
  audio.tick(10);
  node.instead = (_, response) => say(response, 401, { error: "unauthorized", detail: "signature too old" });
  void audio.more();
  await assert.rejects(playback.finished, { code: "forbidden", status: 401, description: "signature too old" });
  assert.equal(audio.sources.length, 2);
  assert.equal(access.received.length, 2);
});

test("audio that is broken at one place ends it: to be sent back there is no progress", async () => {
  const playback = await play();
  audio.tick(10);
  const failOnce = () => {
    node.instead = (_, response) => {
      node.instead = () => false;
      return say(response, 500, {});
    };
    void audio.more();
  };
  const again = after("seeked");
  failOnce();
  await again;
  failOnce();
  await assert.rejects(playback.finished, { code: "playback_failed" });
  assert.equal(audio.sources.length, 2);
});

test("the first address may be too old as well, once", async () => {
  node.instead = () => {
    node.instead = () => false;
    age();
    return false;
  };
  await play();
  assert.deepEqual([audio.sources.length, audio.isAudible], [2, true]);
});

test("what keeps a track from beginning is told by a probe", async () => {
  for (const [status, body, failure] of [
    [
      401,
      { error: "x", detail: "signature too old" },
      { code: "forbidden", status: 401, description: "signature too old" },
    ],
    [403, { error: "delisted" }, { code: "forbidden", status: 403, description: "delisted" }],
    [404, { error: "unknown" }, { code: "not_found", status: 404, description: "unknown" }],
    [500, {}, { code: "request_failed", status: 500 }],
  ] as const) {
    audio = new PretendAudio();
    node.instead = (_, response) => say(response, status, body);
    await assert.rejects(play(), failure);
  }
  audio = new PretendAudio();
  node.instead = (_, response) => void response.destroy();
  await assert.rejects(play(), { code: "network" });
});

test("audio that the browser cannot play is playback_failed, with the element's error", async () => {
  audio.isDeaf = true;
  await assert.rejects(play(), { code: "playback_failed", cause: { code: 4 } });
  audio = new PretendAudio();
  const playback = await play();
  audio.tick(1);
  audio.error = { code: 3 };
  audio.dispatchEvent(new Event("error"));
  await assert.rejects(playback.finished, { code: "playback_failed", cause: { code: 3 } });
  assert.equal(audio.sources.length, 1);
});

test("what streamUrl has against it, play has against it: at the beginning and later", async () => {
  await assert.rejects(play(99), { code: "not_found" });
  assert.deepEqual(audio.sources, []);
  const playback = await play();
  audio.tick(1);
  age();
  access.instead = (_, response) => say(response, 403, { error: "No longer." });
  void audio.more();
  await assert.rejects(playback.finished, { code: "access_refused", description: "No longer." });
});

test("a browser that wants a click first is playback_blocked", async () => {
  audio.isBlocked = true;
  await assert.rejects(play(), (error) => {
    assert.ok(isStagepassError(error) && error.code === "playback_blocked");
    assert.equal((error.cause as Error).name, "NotAllowedError");
    return true;
  });
});

test("after a renewal the same is no failure: the listener presses play", async () => {
  await play();
  audio.tick(5);
  age();
  audio.isBlocked = true;
  const again = after("seeked");
  await audio.more();
  await again;
  assert.deepEqual([audio.src, audio.currentTime, audio.paused], [fresh(), 5, true]);
  audio.isBlocked = false;
  await audio.play();
  assert.equal(audio.isAudible, true);
});

test("pause, pressed before it began, is a way to play", async () => {
  node.instead = () => {
    audio.pause();
    return false;
  };
  await play();
  assert.deepEqual([audio.paused, audio.isAudible], [true, false]);
});

test("a second track on the same element supersedes the first", async () => {
  const first = await play(8);
  const second = await play(7);
  await first.finished;
  assert.match(audio.src, /bafkrei7$/);
  first.stop();
  assert.equal(audio.isAudible, true);
  second.stop();
  assert.equal(audio.isAudible, false);

  const tooLate = assert.rejects(play(8), { code: "aborted" });
  await play(7);
  await tooLate;
  assert.match(audio.src, /bafkrei7$/);
});

test("a source that somebody else gave the element is left alone", async () => {
  const playback = await play();
  audio.src = `${node.origin}/theirs`;
  await playback.finished;
  playback.stop();
  assert.equal(audio.src, `${node.origin}/theirs`);
});

test("stopped is stopped: nobody listens, nothing is asked for", async () => {
  const playback = await play();
  audio.tick(1);
  playback.stop();
  service.forget();
  audio.src = fresh();
  audio.error = { code: 2 };
  audio.dispatchEvent(new Event("error"));
  await settled();
  assert.deepEqual(service.received, []);
});

test("a signal ends it at any time", async () => {
  const reason = new Error("enough");
  await assert.rejects(play(8, { signal: AbortSignal.abort(reason) }), { code: "aborted", cause: reason });
  const early = new AbortController();
  access.instead = () => early.abort(reason) as undefined;
  await assert.rejects(play(8, { signal: early.signal }), { code: "aborted", cause: reason });
  assert.deepEqual(audio.sources, []);
  access.forget();
  const later = new AbortController();
  const playback = await play(8, { signal: later.signal });
  later.abort(reason);
  await playback.finished;
  assert.deepEqual([audio.src, audio.isAudible], ["", false]);
});

test("a track that does not begin in 30 s is a timeout", async ({ mock }) => {
  const came = new Promise<void>((resolve) => {
    node.instead = () => void resolve();
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  const refused = assert.rejects(play(7), { code: "timeout" });
  await came;
  mock.timers.tick(30_000);
  await refused;
});
