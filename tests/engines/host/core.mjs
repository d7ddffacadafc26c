// The core for hosts that are not browsers, as the package ships it. Its world has no globals besides JavaScript's own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { CORE } from "../engine.mjs";
import { CODES } from "../tables.mjs";

const MODULE = new URL("host.js", CORE);

/** Globals that React Native's engines lack, or have in part, and that the host must provide. */
const LACKING = [
  "AbortController",
  "AbortSignal",
  "BigInt",
  "Date",
  "FinalizationRegistry",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "WeakRef",
  "WebAssembly",
  "clearTimeout",
  "crypto",
  "document",
  "fetch",
  "localStorage",
  "location",
  "navigator",
  "performance",
  "queueMicrotask",
  "setTimeout",
  "structuredClone",
  "window",
];

const source = await readFile(MODULE, "utf8");
const exported = source.match(/^export (?:const|function) \w+|^export.*/gm);
assert.deepEqual(exported, ["export const instantiate", "export function instance"]);
const module = `"use strict"; ${source.replaceAll(/^export /gm, "")}\nreturn { instance, instantiate };`;
// In a function of its own, because the module declares some of these names itself, such as `TextEncoder`.
const body = `return (() => { ${module} })();`;
// The global object has none of them either.
const world = compileFunction(body, ["globalThis", ...LACKING], { filename: fileURLToPath(MODULE) });
const { instance, instantiate } = world({});

/** A new instance: its `login`, `handleRedirect`, and so on. */
export const openCore = () => {
  const glue = instance();
  const exports = instantiate(glue.imports);
  glue.__wbg_set_wasm(exports);
  return glue;
};

/** What `call` is rejected with. The code is its name. */
export const failureOf = async (call) => {
  const thrown = await call.then(
    (value) => assert.fail(`it should fail, and gave ${JSON.stringify(value)}`),
    (thrown) => thrown,
  );
  assert.ok(CODES[thrown?.code], `it should fail with a code, not with ${thrown}`);
  const known = Object.entries(thrown).filter(([, fact]) => fact !== undefined);
  return { ...Object.fromEntries(known), code: CODES[thrown.code] };
};
