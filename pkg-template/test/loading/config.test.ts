import assert from "node:assert/strict";
import { test } from "node:test";
import type { StagepassConfig } from "../../src/types.js";
import { CONFIG, freshFacade, pretendBrowser, seen, settled } from "../support/pretend.js";

pretendBrowser();
const { stagepass } = await freshFacade();

const refused = (config: unknown, message: RegExp) =>
  assert.throws(() => stagepass(config as typeof CONFIG), { name: "StagepassError", code: "config_invalid", message });

test("what is no configuration is refused at once", () => {
  for (const config of [undefined, null, "x", 1]) refused(config, /configuration/);
});

test("a missing field is named", () => {
  refused({ ...CONFIG, baseUrl: undefined }, /^baseUrl is missing: it must be a URL string\.$/);
});

test("a field of the wrong type is named", () => {
  refused({ ...CONFIG, baseUrl: new URL(CONFIG.baseUrl) }, /^baseUrl must be a URL string\.$/);
  refused({ ...CONFIG, redirectUri: 1 }, /^redirectUri must be a URL string\.$/);
  refused({ ...CONFIG, apiKey: 0x58 }, /^apiKey must be a string of at most 256 visible ASCII characters\.$/);
  refused({ ...CONFIG, appName: {} }, /^appName must be a string of at most 200 bytes\.$/);
});

test("an app has a key, a name or both", async () => {
  const identities = [{ appName: "Demo", apiKey: undefined }, { appName: "Demo", apiKey: "" }, { appName: "Demo" }];
  for (const identity of identities) await stagepass({ ...CONFIG, ...identity } as typeof CONFIG).ready();
  for (const identity of [{ apiKey: undefined }, { apiKey: null, appName: "" }]) {
    refused({ ...CONFIG, ...identity }, /^Set apiKey or appName\.$/);
  }
});

test("without a redirect URI only a login fails", async () => {
  const sp = stagepass({ ...CONFIG, redirectUri: undefined });
  await sp.ready();
  const message = "redirectUri is missing: it must be a URL string.";
  await assert.rejects(sp.oauth.login({ scope: "read" }), { code: "config_invalid", message });
});

/** Calls `stagepass`, and returns what it writes to the console. */
const warningsOf = (config: object): unknown[] => {
  const warnings: unknown[] = [];
  const { warn } = console;
  console.warn = (...words) => warnings.push(...words);
  try {
    stagepass({ ...CONFIG, ...config } as typeof CONFIG);
  } finally {
    console.warn = warn;
  }
  return warnings;
};

test("an unknown field is named once, with all fields", () => {
  const [words, ...others] = warningsOf({ redirectUrl: "x" });
  assert.match(String(words), /^Stagepass: unknown field redirectUrl\. Known: baseUrl,apiKey,.*,engine\.$/);
  assert.deepEqual([others, warningsOf({ redirectUrl: "x" })], [[], []]);
});

test("no field of the type is unknown", () => {
  const all: Record<keyof StagepassConfig, unknown> = {
    ...CONFIG,
    appName: undefined,
    accessServer: "https://gate.example",
    origins: [],
    storage: "memory",
    accountKey: "work",
    requireIss: true,
    tokenFormat: "form",
    dpop: "auto",
    wasmUrl: "/core.wasm",
    engine: "auto",
  };
  assert.deepEqual(warningsOf(all), []);
});

test("where the session is kept: one of three words, or a store", async () => {
  for (const storage of ["cookie", "", 7, true, {}, { getItem() {} }, () => {}]) {
    refused({ ...CONFIG, storage }, /^storage must be "local", "session", "memory" or a store\.$/);
  }
  const store = { length: 0, key() {}, getItem() {}, setItem() {}, removeItem() {} };
  for (const storage of [undefined, null, "local", "session", "memory", store]) {
    await stagepass({ ...CONFIG, storage } as typeof CONFIG).ready();
  }
});

test("sessions are bound to a key always, if offered, or never", async () => {
  for (const dpop of ["true", 1, {}]) refused({ ...CONFIG, dpop }, /^dpop must be "auto", true or false\.$/);
  for (const dpop of [undefined, null, "auto", true, false]) {
    await stagepass({ ...CONFIG, dpop } as typeof CONFIG).ready();
  }
});

test("what keeps accounts apart is text", async () => {
  for (const accountKey of [7, {}, false])
    refused({ ...CONFIG, accountKey }, /^accountKey must be a string of at most 200 bytes\.$/);
  for (const accountKey of [undefined, null, "", "work"]) {
    await stagepass({ ...CONFIG, accountKey } as typeof CONFIG).ready();
  }
});

test("where the token may go besides: origins, which nobody can listen to on the way", async () => {
  for (const origins of ["https://files.example", {}, 7]) {
    refused({ ...CONFIG, origins }, /^origins must be a list of https origins\.$/);
  }
  for (const origin of [
    "",
    "*",
    "null",
    "files.example",
    "https://",
    "https://files.example/path",
    "https://files.example/?x",
    "https://user@files.example",
    "http://files.example",
    "ftp://files.example",
    "data:,",
    7,
    null,
  ]) {
    const config = { ...CONFIG, origins: ["https://fine.example", origin] };
    refused(config, /^origins must be a list of https origins without a path\. This is none: ("\S*"|7|null)\.$/);
  }
  const origins = ["https://files.example", "https://files.example:8443/", "http://localhost:3000", "http://127.0.0.1"];
  for (const fine of [undefined, null, [], origins]) {
    await stagepass({ ...CONFIG, origins: fine } as typeof CONFIG).ready();
  }
});

test("nothing is left behind by a refusal", async () => {
  await settled();
  assert.deepEqual([seen.unhandled, seen.complaints], [[], []]);
});
