// The script as React Native's engine sees it: with JavaScript itself, timers and the few globals that React Native
// brings along.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import type * as Package from "../../src/entry/react-native.js";
import { Phone, peers, settled, USER } from "../support/phone.js";

peers({});

/** What there is in React Native 0.71, of what the script may touch. */
const THERE = ["AbortController", "Blob", "Headers", "Request", "Response", "clearTimeout", "setTimeout"] as const;

/** What JavaScript itself has here, and Hermes of 0.71 has not. */
const GONE = [
  "WebAssembly",
  "FinalizationRegistry",
  "WeakRef",
  "BigInt",
  "SharedArrayBuffer",
  "Atomics",
  "eval",
  "Function",
];

const bareApp = (more: object = {}): typeof Package => {
  const module = { exports: {} };
  // There is none of the packages that may be missing.
  const missing = (name: string) => ({ missing: new Error(`Cannot find module '${name}'`) });
  const there = Object.fromEntries(THERE.map((name) => [name, globalThis[name]]));
  // It has no `any`.
  const AbortSignal = {};
  const phone = {
    fetch: (...values: Parameters<typeof fetch>) => globalThis.fetch(...values),
    AbortSignal,
    ...there,
    ...more,
  };
  const context = createContext({ ...phone, module, exports: module.exports, require: missing });
  runInContext(`for (const name of ${JSON.stringify(GONE)}) delete globalThis[name]`, context);
  runInContext(readFileSync(new URL("../facade/react-native/index.js", import.meta.url), "utf8"), context);
  return module.exports as typeof Package;
};

test("nothing is needed that React Native 0.71 lacks", async () => {
  const phone = new Phone();
  const random = (count: number) => new Uint8Array(count).fill(7);
  const sp = bareApp().stagepass({ ...phone.config, random });
  const events: string[] = [];
  for (const name of ["signed-in", "signed-out"] as const) sp.on(name, () => events.push(name));
  await sp.ready();
  const shown = phone.browser.next();
  const login = sp.oauth.login({ scope: "write", appState: { at: "ö" } });
  const page = await shown;
  page.end({ type: "success", url: page.answer });
  // Its objects are of another realm.
  assert.deepEqual(JSON.parse(JSON.stringify(await login)), { kind: "signed-in", user: USER, appState: { at: "ö" } });
  phone.instead = (path) => (path.startsWith("/users/7") ? Promise.resolve(Response.json({ data: [] })) : undefined);
  assert.equal((await sp.users.tracks(7, { limit: 3 })).items.length, 0);
  assert.equal(phone.requests.at(-1), "/users/7/tracks?limit=3");
  await assert.rejects(sp.fetch("https://evil.example/"), { code: "option_invalid" });
  await sp.oauth.logout();
  await settled();
  assert.deepEqual(events, ["signed-in", "signed-out"]);
});

test("to be imported nothing is needed at all", () => {
  const { stagepass, isStagepassError } = bareApp(
    Object.fromEntries(["fetch", ...THERE].map((name) => [name, undefined])),
  );
  assert.throws(
    () => stagepass({} as never),
    (error) => isStagepassError(error) || (error as Error).name === "StagepassError",
  );
});

test("a picked file is one with a name where there is no File", async () => {
  const { fileFrom } = bareApp({ fetch: async () => new Response("abc") });
  const file = await fileFrom({ uri: "file:///x/a.mp3", type: "audio/mpeg" });
  assert.deepEqual([file.name, file.type, file.size, await file.slice(1).text()], ["a.mp3", "audio/mpeg", 3, "bc"]);
  assert.ok(file instanceof Blob);
});

for (const folder of ["react-native", "testing"]) {
  test(`stagepass/${folder}: a module of Node's may import all of it by name`, async () => {
    const module = await import(new URL(`../facade/${folder}/index.js`, import.meta.url).href);
    for (const name of Object.keys(module.default)) assert.equal(module[name], module.default[name], name);
    assert.ok(Object.keys(module.default).length > 2);
  });
}
