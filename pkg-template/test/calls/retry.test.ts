import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { beforeEach, test } from "node:test";
import type { Bearer } from "../../src/glue.js";
import { hurried } from "../support/hurried.js";
import { bearer, core, freshFacade } from "../support/pretend.js";
import { expired, open, refuse, renewals, reset, say, service, stranger, world } from "../support/servers.js";

const config = await open();
const { stagepass } = await freshFacade();
const sp = stagepass(config);
beforeEach(reset);

/** The first so many requests come to this; those after it to what they should. */
const first = (times: number, answer: (response: ServerResponse) => void) => {
  service.instead = (_, response) => (times-- > 0 ? void answer(response) : false);
};

const busy =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    say(response, status, {}, headers);

test("what only reads is sent again, twice at most, where the network fails and where the service is busy", async (t) => {
  const waits = hurried(t);
  for (const failure of [busy(429), busy(503), (response: ServerResponse) => response.destroy()]) {
    reset();
    first(2, failure);
    assert.equal((await sp.fetch("me")).status, 200);
    first(2, failure);
    assert.equal((await sp.fetch("me", { method: "HEAD" })).status, 404);
    assert.deepEqual(service.received.length, 6);
    assert.deepEqual(waits.splice(0), [500, 1000, 500, 1000]);
  }
  first(9, busy(503));
  assert.equal((await sp.fetch("me")).status, 503);
  first(9, (response) => response.destroy());
  await assert.rejects(sp.fetch("me"), { code: "network" });
  assert.equal(service.received.length, 12);
});

test("the waits differ from one page to the next", async (t) => {
  const waits = hurried(t);
  t.mock.method(Math, "random", () => 0.5);
  first(2, busy(503));
  await sp.fetch("me");
  assert.deepEqual(waits, [625, 1250]);
});

test("what writes is never sent again by itself", async (t) => {
  const waits = hurried(t);
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    reset();
    for (const status of [429, 503]) {
      first(9, busy(status));
      assert.equal((await sp.fetch("tracks/7", { method })).status, status);
    }
    first(9, (response) => response.destroy());
    await assert.rejects(sp.fetch("tracks/7", { method }), { code: "network" });
    assert.equal(service.received.length, 3, method);
  }
  assert.deepEqual(waits, []);
});

test("any other answer is an answer", async (t) => {
  hurried(t);
  for (const status of [400, 403, 404, 500, 502]) {
    reset();
    first(1, busy(status));
    assert.equal((await sp.fetch("me")).status, status);
    assert.equal(service.received.length, 1);
  }
});

test("the service's own word of when to come again counts, in seconds or as a date, if it is soon enough", async (t) => {
  const waits = hurried(t);
  const began = Date.now();
  const date = (seconds: number) => new Date(began + seconds * 1000).toUTCString();
  for (const [written, least, most] of [
    ["7", 7000, 7000],
    ["0", 500, 500],
    ["soon", 500, 500],
    [date(-100), 500, 500],
    [date(9), 8000, 9000],
  ] as const) {
    first(1, busy(503, { "retry-after": written }));
    assert.equal((await sp.fetch("me")).status, 200);
    const [wait = 0] = waits.splice(0);
    // A date is compared with the clock, which has moved on since the test began.
    const elapsed = written.endsWith("GMT") ? Date.now() - began : 0;
    assert.ok(wait >= least - elapsed && wait <= most, `${written}: ${wait}`);
  }
  for (const late of ["31", "3600", date(3600), "Infinity"]) {
    reset();
    first(1, busy(429, { "retry-after": late }));
    const answer = await sp.fetch("me");
    assert.deepEqual([answer.status, answer.headers.get("retry-after"), service.received.length], [429, late, 1]);
  }
  assert.deepEqual(waits, []);
});

test("an abort ends the wait for another try, and nothing is sent after it", async () => {
  const abort = new AbortController();
  first(9, busy(503, { "retry-after": "20" }));
  const call = sp.fetch("me", { signal: abort.signal });
  while (!service.received.length) await new Promise((resolve) => setImmediate(resolve));
  abort.abort("enough");
  await assert.rejects(call, { code: "aborted", cause: "enough" });
  assert.equal(service.received.length, 1);
});

test("a busy service and a stale token: two new tries and one renewal, and no more", async (t) => {
  hurried(t);
  world.token = "token-2";
  const answers = [503, 401, 503, 503];
  service.instead = (_, response) => {
    const status = answers.shift();
    return status ? refuse(response, status, "x", "y") : false;
  };
  assert.equal((await sp.fetch("me")).status, 503);
  assert.deepEqual([service.received.length, renewals], [4, [undefined, "token-1"]]);
});

test("the REST half reads with the same patience, and writes without", async (t) => {
  hurried(t);
  first(2, busy(503));
  assert.equal((await sp.tracks.get(7)).id, 7);
  first(1, busy(503));
  await assert.rejects(sp.tracks.delete(7), { code: "request_failed", status: 503 });
  assert.deepEqual(service.asked, [...Array(3).fill("GET /v1/tracks/7"), "DELETE /v1/tracks/7"]);
});

test("who gives up ends no renewal but its own wait", async () => {
  let renew: (token: Bearer) => void = () => {};
  let asked = 0;
  let passed: unknown;
  core.accessToken = (_config, options) => {
    asked++;
    passed = options.signal;
    return new Promise((resolve) => {
      renew = resolve;
    });
  };
  const abort = new AbortController();
  const first = sp.oauth.getAccessToken({ signal: abort.signal });
  const second = sp.oauth.getAccessToken();
  abort.abort("enough");
  await assert.rejects(first, { code: "aborted", cause: "enough" });
  await assert.rejects(sp.oauth.getAccessToken({ signal: abort.signal }), { code: "aborted" });
  renew(bearer("token-2"));
  assert.deepEqual([await second, asked, passed], ["token-2", 1, undefined]);
});

test("what is wanted of a token is passed on", async () => {
  const wants: unknown[] = [];
  core.accessToken = async (_config, { storage, ...want }) => {
    wants.push(want);
    return bearer("token-1");
  };
  await sp.oauth.getAccessToken();
  // What was refused is not for an app to say.
  const more = { refused: "token-1" };
  await sp.oauth.getAccessToken({ minValidityMs: 60_000, forceRefresh: true, ...more });
  assert.deepEqual(wants, [{ refused: undefined }, { minValidityMs: 60_000, forceRefresh: true, refused: undefined }]);
});

const listing = stagepass({ ...config, origins: [`${stranger.origin}/`] });

test("a listed origin gets the token as well, at any path of it; its second 401 is its answer, and ends nothing", async () => {
  assert.equal((await listing.fetch(`${stranger.origin}/any/path`)).status, 200);
  assert.equal(stranger.received[0]?.headers.authorization, "Bearer token-1");
  stranger.instead = (_, response) => refuse(response, 401, "invalid_token", "not here");
  const answer = await listing.fetch(stranger.origin);
  assert.deepEqual([answer.status, stranger.received.length, renewals.length, expired], [401, 3, 3, []]);
  await assert.rejects(listing.fetch(`${service.origin}/elsewhere`), { code: "option_invalid" });
  await assert.rejects(sp.fetch(stranger.origin), { code: "option_invalid" });
});

test("lookalike of a listed origin gets no token", async () => {
  const strict = stagepass({ ...config, origins: ["https://files.example"] });
  const others = [
    "https://files.example.evil.example",
    "https://files.example:8443",
    "https://files.example@evil.example",
  ];
  for (const url of others) await assert.rejects(strict.fetch(`${url}/1`), { code: "option_invalid" }, url);
});

test("the token crosses no redirect, between two that may have it neither", async (t) => {
  hurried(t);
  stranger.instead = (_, response) => say(response, 302, {}, { location: `${config.baseUrl}/me` });
  await assert.rejects(listing.fetch(stranger.origin, { method: "POST" }), { code: "network" });
  assert.deepEqual(service.received, []);
});
