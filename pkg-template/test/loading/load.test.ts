import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import {
  bearer,
  CONFIG,
  core,
  deferred,
  freshCopy,
  freshFacade,
  page,
  pretendBrowser,
  SIGNED_OUT,
  seen,
  settled,
  started,
  USER,
  wasm,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };

/** Responds with a module that does the same, and has one more section. */
const changedWasm = async () => new Response(new Blob([await wasm().arrayBuffer(), Uint8Array.of(0, 2, 1, 120)]));

beforeEach(() => {
  Object.assign(core, usual, { instances: 0 });
  Object.assign(page, usualPage);
  seen.fetched.length = seen.complaints.length = seen.unhandled.length = 0;
});

test("the core is loaded once, from the file beside the script, for all clients and calls", async () => {
  const { stagepass } = await freshFacade();
  const [first, second] = [stagepass(CONFIG), stagepass({ ...CONFIG, apiKey: undefined, appName: "Two" })];
  await Promise.all([first.ready(), second.ready(), first.oauth.getUser(), second.oauth.logout()]);
  assert.equal(seen.fetched.length, 1);
  assert.match(seen.fetched[0] ?? "", /^file:.*\/core\.wasm$/);
  assert.equal(core.instances, 1);
});

test("wasmUrl says where the core is", async () => {
  const { stagepass } = await freshFacade();
  await stagepass({ ...CONFIG, wasmUrl: "https://cdn.example/core.wasm" }).ready();
  assert.deepEqual(seen.fetched, ["https://cdn.example/core.wasm"]);
});

test("a server that does not know the type of .wasm is good enough", async () => {
  for (const type of ["application/octet-stream", "text/plain", "application/wasm; charset=utf-8", ""]) {
    const { stagepass } = await freshFacade();
    page.fetch = () => Promise.resolve(wasm(type));
    await stagepass(CONFIG).ready();
  }
  assert.equal(core.instances, 4);
});

test("a failed load is load_failed with its cause, and is forgotten", async () => {
  const failures: [RegExp, () => Promise<Response>][] = [
    [/offline/, () => Promise.reject(new TypeError("offline"))],
    [/404/, () => Promise.resolve(wasm("application/wasm", 404))],
    [/not the file of this version/, () => Promise.resolve(new Response("<!doctype html>"))],
    [/not the file of this version/, () => changedWasm()],
  ];
  for (const [cause, failure] of failures) {
    const { stagepass, isStagepassError } = await freshFacade();
    page.fetch = failure;
    const sp = stagepass(CONFIG);
    await assert.rejects(sp.oauth.getUser(), (error) => {
      assert.ok(isStagepassError(error) && error.code === "load_failed");
      assert.match(String(error.cause), cause);
      return true;
    });
    page.fetch = usualPage.fetch;
    assert.deepEqual(await sp.oauth.getUser(), USER);
  }
});

test("wasmUrl is no way around the hash", async () => {
  const { stagepass, isStagepassError } = await freshFacade();
  page.fetch = changedWasm;
  await assert.rejects(stagepass({ ...CONFIG, wasmUrl: "https://cdn.example/core.wasm" }).ready(), (error) => {
    assert.ok(isStagepassError(error) && error.code === "load_failed");
    assert.match(String(error.cause), /not the file of this version/);
    return true;
  });
  assert.equal(core.instances, 0);
});

test("a page on http, which cannot hash, loads the core", async ({ mock }) => {
  const { stagepass } = await freshFacade();
  mock.getter(globalThis.crypto, "subtle", () => undefined);
  await stagepass(CONFIG).ready();
  assert.equal(core.instances, 1);
});

test("a load that takes too long is given up", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { stagepass } = await freshFacade();
  page.fetch = (_url, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const ready = stagepass(CONFIG).ready();
  mock.timers.tick(30_000);
  await assert.rejects(ready, { code: "load_failed" });
});

test("nor is a script waited for that never comes", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const folder = freshCopy();
  writeFileSync(new URL("core.js", folder), "await new Promise(() => {});");
  const { stagepass }: Awaited<ReturnType<typeof freshFacade>> = await import(`${folder}index.js`);
  const ready = stagepass({ ...CONFIG, engine: "js" }).ready();
  await settled();
  mock.timers.tick(30_000);
  await assert.rejects(ready, { code: "load_failed" });
});

test("a load that failed at the start disturbs nobody", async () => {
  const { stagepass } = await freshFacade();
  page.fetch = () => Promise.reject(new TypeError("offline"));
  stagepass(CONFIG);
  await started();
  assert.deepEqual([seen.unhandled, seen.complaints], [[], []]);
});

test("a client loads the core by itself, after the task that creates it", async () => {
  const { stagepass } = await freshFacade();
  // The clients of the tests above.
  await started();
  seen.fetched.length = 0;
  stagepass(CONFIG);
  assert.equal(seen.fetched.length, 0);
  await started();
  assert.equal(seen.fetched.length, 1);
});

test("what the core has against the configuration is said once, and every call rejects with it", async () => {
  const { stagepass } = await freshFacade();
  await started();
  const refusal = { code: 1, field: 2, fault: 8 };
  const refuse = () => {
    throw refusal;
  };
  Object.assign(core, { readStatus: refuse, accessToken: () => Promise.reject(refusal) });
  const sp = stagepass(CONFIG);
  await started();
  const failure = { code: "config_invalid", message: /^redirectUri must be on this page's origin/ };
  await assert.rejects(sp.ready(), failure);
  await assert.rejects(sp.oauth.getUser(), failure);
  await assert.rejects(sp.oauth.isAuthenticated(), failure);
  await settled();
  assert.equal(seen.complaints.length, 1);
  assert.match(String(seen.complaints[0]), /redirectUri must be on this page/);
  assert.deepEqual(seen.unhandled, []);
});

test("a trap is internal, ends every call that waits, and the next call has a new core", async () => {
  const { stagepass, isStagepassError } = await freshFacade();
  const sp = stagepass(CONFIG);
  const other = stagepass(CONFIG);
  core.login = () => new Promise(() => {});
  await sp.ready();
  const waiting = other.oauth.login({ scope: "read" });
  core.accessToken = async (_config, _options, { number, exports }) => {
    if (number === 1) exports.trap();
    return bearer("token");
  };

  for (const call of [sp.oauth.getUser(), waiting]) {
    await assert.rejects(call, (error) => {
      assert.ok(isStagepassError(error) && error.code === "internal");
      assert.ok(error.cause instanceof WebAssembly.RuntimeError);
      return true;
    });
  }
  assert.deepEqual(await sp.oauth.getUser(), USER);
  assert.deepEqual(await other.oauth.getUser(), USER);
  assert.equal(core.instances, 2);
});

test("a trap in a callback that nobody called ends the calls that wait; the dead core is entered no more", async () => {
  const { stagepass } = await freshFacade();
  let exports = { trap: () => {} };
  core.readStatus = (_config, _options, instance) => {
    exports = instance.exports;
    return SIGNED_OUT;
  };
  const sp = stagepass(CONFIG);
  await sp.ready();
  core.accessToken = () => new Promise(() => {});
  const call = sp.oauth.getUser();
  await settled();
  assert.throws(() => exports.trap(), WebAssembly.RuntimeError);
  await assert.rejects(call, { code: "internal" });
  assert.doesNotThrow(() => exports.trap());
});

test("an ordinary failure keeps the core", async () => {
  const { stagepass } = await freshFacade();
  // Its own, because clients of other tests may load a core now.
  const wasmUrl = "https://cdn.example/kept.wasm";
  const sp = stagepass({ ...CONFIG, wasmUrl });
  core.accessToken = () => Promise.reject({ code: 9 });
  await assert.rejects(sp.oauth.getUser(), { code: "network" });
  core.accessToken = usual.accessToken;
  assert.deepEqual(await sp.oauth.getUser(), USER);
  assert.deepEqual(
    seen.fetched.filter((url) => url === wasmUrl),
    [wasmUrl],
  );
});

test("a wait for the core ends with its signal; the load goes on", async () => {
  const { stagepass } = await freshFacade();
  const arrival = deferred<Response>();
  page.fetch = () => arrival.promise;
  const sp = stagepass(CONFIG);
  const abort = new AbortController();
  const call = sp.oauth.getUser({ signal: abort.signal });
  abort.abort();
  await assert.rejects(call, { code: "aborted" });
  arrival.resolve(wasm());
  assert.deepEqual(await sp.oauth.getUser(), USER);
  assert.equal(seen.fetched.length, 1);
});

test("stagepass/inline fetches nothing", async () => {
  const { stagepass } = await freshFacade("inline");
  assert.deepEqual(await stagepass(CONFIG).oauth.getUser(), USER);
  assert.deepEqual(seen.fetched, []);
  assert.equal(core.instances, 1);
});
