import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG, freshFacade, pretendBrowser, seen, settled } from "../support/pretend.js";

pretendBrowser();
const { stagepass } = await freshFacade();

const refused = (config: unknown, message: RegExp) =>
  assert.throws(() => stagepass(config as typeof CONFIG), { name: "StagepassError", code: "config_invalid", message });

test("what is no configuration is refused at once", () => {
  for (const config of [undefined, null, "x", 1]) refused(config, /configuration/);
});

test("a missing field is named", () => {
  refused({ ...CONFIG, baseUrl: undefined }, /^baseUrl is missing/);
  refused({ ...CONFIG, redirectUri: "" }, /^redirectUri is missing/);
  refused({ ...CONFIG, apiKey: undefined }, /^apiKey is missing/);
});

test("a field of the wrong type is named", () => {
  refused({ ...CONFIG, baseUrl: new URL(CONFIG.baseUrl) }, /^baseUrl must be a string\.$/);
  refused({ ...CONFIG, redirectUri: 1 }, /^redirectUri must be a string\.$/);
  refused({ ...CONFIG, apiKey: 0x58 }, /^apiKey must be a string\.$/);
  refused({ ...CONFIG, appName: {} }, /^appName must be a string\.$/);
});

test("an app has a key, a name or both", async () => {
  for (const identity of [{ appName: "Demo", apiKey: undefined }, { appName: "Demo" }, { appName: null }]) {
    await stagepass({ ...CONFIG, ...identity } as typeof CONFIG).ready();
  }
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

test("what keeps accounts apart is text", async () => {
  for (const accountKey of [7, {}, false]) refused({ ...CONFIG, accountKey }, /^accountKey must be a string\.$/);
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
    refused({ ...CONFIG, origins: ["https://fine.example", origin] }, /^origins must be a list of https origins\.$/);
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
