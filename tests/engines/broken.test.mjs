// Engines that are broken in the ways that twins are: the inputs must tell each from a sound one, and soon.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstDifference } from "./differences.mjs";
import { engine, memoryOf, partsOf } from "./engine.mjs";

const { glue, wasm } = await partsOf();
const sound = engine("sound", glue, wasm);

/** The first difference that `start` makes in as many inputs as CI plays in a few seconds. */
const differenceOf = (start, inputs = 3000) => firstDifference([sound, engine("broken", glue, start)], "1", 0, inputs);

/** The imports with one of the glue's functions replaced, found by how its name begins. */
const withImport = (imports, name, replaced) => {
  const [[module, functions]] = Object.entries(imports);
  const found = Object.entries(functions).filter(([, imported]) => imported.name.startsWith(name));
  assert.equal(found.length, 1, `the glue should have one ${name}`);
  const [[short, imported]] = found;
  return { [module]: { ...functions, [short]: replaced(imported) } };
};

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

/** The exports with another number in each outcome. `resume` alone has three parameters. */
const withNumber = (exports, changed) => {
  const [[name, resume]] = Object.entries(exports).filter(([, value]) => value.length === 3);
  return { ...exports, [name]: (flow, kind, number) => resume(flow, kind, changed(number)) };
};

test("a conversion that does not saturate is seen", async () => {
  assert.ok(await differenceOf((imports) => withNumber(wasm(imports), (number) => (number >= 2 ** 63 ? 0 : number))));
});

test("a number that loses its upper half is seen", async () => {
  assert.ok(await differenceOf((imports) => withNumber(wasm(imports), (number) => number % 2 ** 32)));
});

test("a duration that loses its last digit is seen", async () => {
  const start = (imports) => {
    let memory;
    // A number is a text that begins with U+0000. Its address and its length are put at `to`.
    const cut =
      (get) =>
      (to, ...given) => {
        get(to, ...given);
        const view = new DataView(memory.buffer);
        const [at, length] = [view.getUint32(to, true), view.getUint32(to + 4, true)];
        const isNumber = at && /^\0\d\d/.test(Buffer.from(memory.buffer, at, length).toString("latin1"));
        if (isNumber) view.setUint32(to + 4, length - 1, true);
      };
    const exports = wasm(withImport(imports, "__wbg_member_", cut));
    memory = memoryOf(exports);
    return exports;
  };
  assert.ok(await differenceOf(start));
});

/** Inputs about the service, the border, stored values and the storage. */
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
