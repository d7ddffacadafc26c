import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { RevocableToken, Revocation } from "../../src/glue.js";
import type { Stagepass } from "../../src/types.js";
import { browser, CONFIG, core, deferred, freshFacade, pretendBrowser, settled } from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const { stagepass } = await freshFacade();

let client: Stagepass | undefined;
beforeEach(() => Object.assign(core, usual));
afterEach(() => client?.dispose());

/** The tokens of the session. */
const TOKENS = ["refresh-1", "refresh-2"].map((token) => ({ token, isForm: false, key: "" }));

/** Returns a client whose service cannot be reached, and the tokens that it tries to revoke, each time. */
const opened = async () => {
  client = stagepass(CONFIG);
  await client.ready();
  const service = { isOffline: true, tried: [] as (readonly RevocableToken[])[] };
  const answer = (tokens: readonly RevocableToken[]): Revocation =>
    service.isOffline ? { kind: "tokens", tokens: [...tokens] } : { kind: "nothing" };
  core.logout = async () => answer(TOKENS);
  core.revoke = async (config, { left, signal }) => {
    assert.deepEqual(config, CONFIG);
    assert.ok(signal);
    service.tried.push(left);
    return answer(left);
  };
  return { client, service };
};

test("a logout that the service has heard has revoked the session, unless the service refuses", async () => {
  const { client, service } = await opened();
  service.isOffline = false;
  assert.deepEqual(await client.oauth.logout(), { revoked: true });
  core.logout = async () => ({ kind: "refused" });
  assert.deepEqual(await client.oauth.logout(), { revoked: false });
  browser.dispatchEvent(new Event("online"));
  await settled();
  assert.deepEqual(service.tried, []);
});

test("a logout without a network retries with growing delays until the service responds", async ({ mock }) => {
  const { client, service } = await opened();
  mock.timers.enable({ apis: ["setTimeout"] });
  assert.deepEqual(await client.oauth.logout(), { revoked: false });
  for (const delay of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    const count = service.tried.length;
    mock.timers.tick(delay - 1);
    await settled();
    assert.equal(service.tried.length, count, `${delay}`);
    mock.timers.tick(1);
    await settled();
    assert.equal(service.tried.length, count + 1, `${delay}`);
  }
  service.isOffline = false;
  mock.timers.tick(60_000);
  await settled();
  mock.timers.tick(600_000);
  await settled();
  assert.deepEqual(service.tried, Array(9).fill(TOKENS));
});

test("a logout without a network retries when the browser is online, also after a failure of the core", async () => {
  const { client, service } = await opened();
  await client.oauth.logout();
  const { revoke } = core;
  core.revoke = () => Promise.reject({ code: 22 });
  browser.dispatchEvent(new Event("online"));
  await settled();
  core.revoke = revoke;
  service.isOffline = false;
  browser.dispatchEvent(new Event("online"));
  await settled();
  browser.dispatchEvent(new Event("online"));
  await settled();
  assert.deepEqual(service.tried, [TOKENS]);
});

test("dispose ends the retries of a logout, and a logout after it has none", async ({ mock }) => {
  const { client, service } = await opened();
  mock.timers.enable({ apis: ["setTimeout"] });
  await client.oauth.logout();
  client.dispose();
  for (let round = 0; round < 2; round++) {
    await settled();
    mock.timers.tick(60_000);
    browser.dispatchEvent(new Event("online"));
    await settled();
    assert.deepEqual(service.tried, []);
    assert.deepEqual(await client.oauth.logout(), { revoked: false });
  }
});

test("a signal ends the wait of a logout, which continues", async () => {
  const { client, service } = await opened();
  const answer = deferred<Revocation>();
  core.logout = () => answer.promise;
  const abort = new AbortController();
  const logout = client.oauth.logout({ signal: abort.signal });
  await settled();
  abort.abort("enough");
  await assert.rejects(logout, { code: "aborted", cause: "enough" });
  answer.resolve({ kind: "tokens", tokens: TOKENS });
  await settled();
  browser.dispatchEvent(new Event("online"));
  await settled();
  assert.deepEqual(service.tried, [TOKENS]);
});

test("each call of a client that waits takes a signal", async () => {
  const { client } = await opened();
  const { oauth, ready } = client;
  let signedOut = false;
  core.logout = async () => {
    signedOut = true;
    return { kind: "nothing" };
  };
  const signal = AbortSignal.abort("enough");
  for (const call of [
    ready({ signal }),
    oauth.isAuthenticated({ signal }),
    oauth.hasScope("read", { signal }),
    oauth.logout({ signal }),
    oauth.getUser({ signal }),
    oauth.getAccessToken({ signal }),
  ]) {
    await assert.rejects(call, { code: "aborted", cause: "enough" });
  }
  assert.equal(signedOut, false);
});
