import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG, freshFacade, pretendBrowser, seen, settled } from "./pretend.js";

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
  refused({ ...CONFIG, baseUrl: new URL(CONFIG.baseUrl) }, /^baseUrl is of the wrong type/);
  refused({ ...CONFIG, redirectUri: 1 }, /^redirectUri is of the wrong type/);
  refused({ ...CONFIG, apiKey: 0x58 }, /^apiKey is of the wrong type/);
  refused({ ...CONFIG, appName: {} }, /^appName is of the wrong type/);
});

test("an app has a key, a name or both", async () => {
  for (const identity of [{ appName: "Demo", apiKey: undefined }, { appName: "Demo" }, { appName: null }]) {
    await stagepass({ ...CONFIG, ...identity } as typeof CONFIG).ready();
  }
});

test("nothing is left behind by a refusal", async () => {
  await settled();
  assert.deepEqual([seen.unhandled, seen.complaints], [[], []]);
});
