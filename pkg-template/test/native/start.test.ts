import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLBACK, freshApp, Phone, peers, recordEvents, settled, USER } from "../support/phone.js";

peers({});

/** A phone whose app was ended by the system while a login's page was open: what the service answered. */
const endedDuringLogin = async (phone: Phone, appState?: unknown) => {
  const shown = phone.browser.next();
  const { oauth } = phone.start();
  oauth.login({ scope: "write", appState }).catch(() => {});
  return shown;
};

test("an app that was ended behind the browser goes on where the login was, when its answer starts it", async () => {
  const phone = new Phone();
  const { answer } = await endedDuringLogin(phone, { tab: "liked" });
  const client = phone.start(answer);
  assert.equal(client.oauth.session.get().status, "loading");
  await client.ready();
  assert.deepEqual(client.oauth.session.get(), { status: "signed-in", scope: "write" });
  assert.deepEqual([phone.exchanges, phone.storage.logins], [1, []]);
  const words = recordEvents(client);
  const results = await Promise.all([client.oauth.handleRedirect(), client.oauth.handleRedirect()]);
  assert.deepEqual(results, Array(2).fill({ kind: "signed-in", user: USER, appState: { tab: "liked" } }));
  assert.deepEqual(await client.oauth.handleRedirect(), { kind: "none" });
  assert.deepEqual([words, phone.exchanges], [[], 1]);
});

test("JavaScript that is loaded anew is told the old link again, and takes it for nothing", async () => {
  const phone = new Phone();
  const { answer } = await endedDuringLogin(phone);
  await phone.start(answer).ready();
  const client = phone.start(answer);
  const words = recordEvents(client);
  assert.deepEqual(await client.oauth.handleRedirect(), { kind: "none" });
  await client.oauth.logout();
  const again = phone.start(answer);
  await again.ready();
  assert.deepEqual(await again.oauth.handleRedirect(), { kind: "none" });
  assert.deepEqual([again.oauth.session.get().status, phone.exchanges, words], ["signed-out", 1, ["signed-out"]]);
});

test("an app that was started by somebody's refusal is told so, and is ready all the same", async () => {
  const phone = new Phone();
  const { refusal } = await endedDuringLogin(phone);
  const client = phone.start(refusal);
  await client.ready();
  assert.equal(client.oauth.session.get().status, "signed-out");
  await assert.rejects(client.oauth.handleRedirect(), { code: "access_denied" });
  assert.deepEqual(await client.oauth.handleRedirect(), { kind: "none" });
});

test("an app that was started by anything else has nothing to finish", async () => {
  for (const link of [
    null,
    "com.example.app://albums/7",
    `${CALLBACK}?code=x&state=sp1.f.unknown`,
    `${CALLBACK}?code=x&state=y`,
  ]) {
    const phone = new Phone();
    const client = phone.start(link);
    assert.deepEqual(await client.oauth.handleRedirect(), { kind: "none" });
    assert.deepEqual(phone.requests, []);
  }
});

test("a system that does not say what it started the app by is waited for no longer than three seconds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const phone = new Phone();
  const { answer } = await endedDuringLogin(phone);
  let resolveInitial: (url: string) => void = () => {};
  const initial = () =>
    new Promise<string>((resolve) => {
      resolveInitial = resolve;
    });
  const client = phone.start(null, { links: { initial, listen: phone.links.listen } });
  const words = recordEvents(client);
  const ready = client.ready();
  await settled();
  context.mock.timers.tick(3_000);
  await ready;
  assert.equal(client.oauth.session.get().status, "signed-out");
  resolveInitial(answer);
  await settled();
  assert.deepEqual([words, phone.exchanges], [["signed-in"], 1]);
});

test("a system that fails to say it does not keep anybody from anything", async () => {
  const phone = new Phone();
  const initial = () => Promise.reject(new Error("not now"));
  const client = phone.start(null, { links: { initial, listen: phone.links.listen } });
  await client.ready();
  assert.deepEqual(await client.oauth.handleRedirect(), { kind: "none" });
});

test("a link that comes when the app has been started again signs in, and is told", async () => {
  const phone = new Phone();
  const { answer } = await endedDuringLogin(phone, 7);
  const client = phone.start();
  await client.ready();
  const words = recordEvents(client);
  phone.links.bring(answer);
  await settled();
  assert.deepEqual(words, ["signed-in"]);
  assert.deepEqual(await client.oauth.handleRedirect(answer), { kind: "signed-in", user: USER, appState: 7 });
  assert.equal(phone.exchanges, 1);
});

test("clients with one store share an answer, and each tells it", async () => {
  const phone = new Phone();
  const app = freshApp();
  phone.links.listeners.clear();
  const [one, other] = [app.stagepass(phone.config), app.stagepass(phone.config)];
  const shown = phone.browser.next();
  await other.ready();
  const words = [recordEvents(one), recordEvents(other)];
  const login = one.oauth.login({ scope: "read" });
  const page = await shown;
  page.end({ type: "success", url: page.answer });
  phone.links.bring(page.answer);
  await login;
  await settled();
  assert.deepEqual([words, phone.exchanges], [[["signed-in"], ["signed-in"]], 1]);
  await app.stagepass({ ...phone.config, accountKey: "work" }).ready();
  assert.equal(phone.exchanges, 1);
});

test("a client that is disposed of hears no link any more", async () => {
  const phone = new Phone();
  const { answer } = await endedDuringLogin(phone);
  const client = phone.start();
  await client.ready();
  assert.equal(phone.links.listeners.size, 1);
  client.dispose();
  assert.equal(phone.links.listeners.size, 0);
  await client.ready();
  phone.links.bring(answer);
  await settled();
  assert.equal(phone.exchanges, 0);
});

test("without keys, a phone binds no session", () => {
  const { config } = new Phone();
  for (const dpop of [undefined, false, "auto"] as const)
    freshApp()
      .stagepass({ ...config, dpop })
      .dispose();
  assert.throws(() => freshApp().stagepass({ ...config, dpop: true }), {
    code: "config_invalid",
    message: /^dpop needs keys/,
  });
});

test("a field that only browsers have is named as unknown, and no field of a phone is", () => {
  const phone = new Phone();
  const withWasm = { ...phone.config, wasmUrl: "/core.wasm" };
  const warnings: unknown[] = [];
  const { warn } = console;
  console.warn = (words) => warnings.push(words);
  try {
    freshApp().stagepass({ ...phone.config, random: (count: number) => new Uint8Array(count) });
    assert.deepEqual(warnings, []);
    freshApp().stagepass(withWasm);
  } finally {
    console.warn = warn;
  }
  assert.match(String(warnings), /^Stagepass: unknown field wasmUrl\. Known: baseUrl,.*,links\.$/);
});
