// Engines that are broken in the ways that twins are: the inputs must tell each from a sound one, and soon.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstDifference } from "./differences.mjs";
import { engine, memoryOf, partsOf, withImport } from "./engine.mjs";

const { glue, wasm } = await partsOf();
const sound = engine("sound", glue, wasm);

/** The first difference that `start` makes in as many inputs as CI plays in a few seconds. */
const differenceOf = (start, inputs = 3000) => firstDifference([sound, engine("broken", glue, start)], "1", 0, inputs);

test("an engine is no different from itself", async () => {
  assert.equal(await differenceOf(wasm, 300), undefined);
});

test("views of memory that grew are seen", async () => {
  // What wasm2js leaves to the glue: the old buffer stays as it was, and is still written to.
  const start = (imports) => {
    const exports = { ...wasm(imports) };
    const [name, memory] = Object.entries(exports).find(([, value]) => value === memoryOf(exports));
    const begun = { buffer: memory.buffer.slice(0) };
    const current = () => (memory.buffer.byteLength === begun.buffer.byteLength ? memory.buffer : begun.buffer);
    return { ...exports, [name]: Object.defineProperty({}, "buffer", { get: current }) };
  };
  assert.ok(await differenceOf(start));
});

/** An engine whose clock shows something else. */
const withClock = (changed) => (imports) => wasm(withImport(imports, "__wbg_now_", (now) => () => changed(now())));

test("a conversion that does not saturate is seen", async () => {
  assert.ok(await differenceOf(withClock((shows) => (shows >= 2 ** 63 ? 0 : shows))));
});

test("a number that loses its upper half is seen", async () => {
  assert.ok(await differenceOf(withClock((shows) => shows % 2 ** 32)));
});

test("a duration that loses its upper half is seen", async () => {
  const start = (imports) => {
    let memory;
    // The glue puts whether it is a number at `at`, and the number after it.
    const cut = (get) => (at, given) => {
      get(at, given);
      const view = new DataView(memory.buffer);
      view.setFloat64(at + 8, view.getFloat64(at + 8, true) % 2 ** 32, true);
    };
    const exports = wasm(withImport(imports, "__wbg___wbindgen_number_get_", cut));
    memory = memoryOf(exports);
    return exports;
  };
  assert.ok(await differenceOf(start));
});

/** Inputs about the service, the border, stored values, the storage and the page. */
const TEXTS = [
  "invalid_grant",
  "access_denied",
  "forceRefresh",
  "minValidityMs",
  "accountKey",
  "signed-in",
  "stagepass/refresh/",
  "stagepass/session/",
  "custom",
  "expired",
  "pointerdown",
  "isAdopted",
  "popup,width=",
  "getItem",
];

for (const text of TEXTS) {
  test(`"${text}" with a letter changed is seen`, async () => {
    const start = (imports) => {
      const exports = wasm(imports);
      const bytes = Buffer.from(memoryOf(exports).buffer);
      const at = bytes.indexOf(text);
      assert.notEqual(at, -1, "the text should be in the core's data");
      bytes[at + text.length - 1] ^= 1;
      return exports;
    };
    assert.ok(await differenceOf(start));
  });
}
