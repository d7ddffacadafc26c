import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

/** A row of `tests/vectors/retry.json`, which the Rust API follows too. After its answers, a request succeeds. */
interface Row {
  name: string;
  method: string;
  answers: ("network" | { status: number; retryAfter?: string; retryAfterIn?: number })[];
  waits: number[];
  end: number | "network";
}

const rows: Row[] = JSON.parse(readFileSync(new URL("../../../../tests/vectors/retry.json", import.meta.url), "utf8"));

test("requests are retried as the vectors say", async (t) => {
  const waits = hurried(t);
  for (const { name, method, answers, waits: expected, end } of rows) {
    reset();
    const began = Date.now();
    const left = [...answers];
    service.instead = (_, response) => {
      const answer = left.shift();
      if (!answer) return say(response, 200, {});
      if (answer === "network") return void response.destroy();
      const { status, retryAfterIn, retryAfter = dateIn(retryAfterIn) } = answer;
      return say(response, status, {}, retryAfter === undefined ? {} : { "retry-after": retryAfter });
    };
    const ended = await sp.fetch("me", { method }).then(
      ({ status }) => status,
      ({ code }) => code,
    );
    assert.equal(ended, end, name);
    assert.equal(service.received.length, expected.length + 1, name);
    const elapsed = Date.now() - began;
    for (const [at, wait] of waits.splice(0).entries()) {
      // A date has whole seconds, and the clock moves on.
      const slack = name.includes(" in ") ? 1000 + elapsed : 0;
      assert.ok(wait <= (expected[at] ?? 0) && wait >= (expected[at] ?? 0) - slack, `${name}: ${wait}`);
    }
  }
});

const dateIn = (seconds?: number) =>
  seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000).toUTCString();

test("the waits differ from one page to the next", async (t) => {
  const waits = hurried(t);
  t.mock.method(Math, "random", () => 0.5);
  first(2, busy(503));
  await sp.fetch("me");
  assert.deepEqual(waits, [625, 1250]);
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
  assert.deepEqual(service.requests, [...Array(3).fill("GET /v1/tracks/7"), "DELETE /v1/tracks/7"]);
});

test("who gives up ends no renewal but its own wait", async () => {
  let renew: (token: Bearer) => void = () => {};
  let calls = 0;
  let passed: unknown;
  core.accessToken = (_config, options) => {
    calls++;
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
  assert.deepEqual([await second, calls, passed], ["token-2", 1, undefined]);
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
