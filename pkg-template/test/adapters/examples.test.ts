// The components of the guides that tsc does not read compile.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "svelte/compiler";
import { compileScript, parse } from "vue/compiler-sfc";

const examples = new URL("../../../examples/", import.meta.url);

const components = (framework: string) => {
  const names = readdirSync(new URL(`${framework}/`, examples)).filter((name) => name.endsWith(`.${framework}`));
  return names.map((filename) => ({
    filename,
    source: readFileSync(new URL(`${framework}/${filename}`, examples), "utf8"),
  }));
};

test("Svelte's examples compile", () => {
  for (const { filename, source } of components("svelte")) {
    for (const generate of ["client", "server"] as const) {
      assert.deepEqual(compile(source, { filename, generate }).warnings, []);
    }
  }
});

test("Vue's examples compile", () => {
  for (const { filename, source } of components("vue")) {
    const { descriptor, errors } = parse(source, { filename });
    assert.deepEqual(errors, []);
    const { content } = compileScript(descriptor, { id: filename, inlineTemplate: true });
    assert.match(content, /_openBlock/);
  }
});
