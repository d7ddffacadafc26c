import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG, freshCopy } from "../support/pretend.js";

test("elements on a server do nothing", async () => {
  const copy = freshCopy();
  const [{ stagepass }, { defineElements }] = await Promise.all([
    import(`${copy}index.js`),
    import(`${copy}elements.js`),
  ]);
  assert.equal(typeof HTMLElement, "undefined");
  defineElements(stagepass(CONFIG));
});
