// The package in bundles of Metro: of React Native 0.86, with package exports and without, and of 0.71.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BUILT, BUNDLES, bundleFile, make } from "./drive/columns.mjs";
import { compile, liveInHermes } from "./drive/hermes.mjs";
import { settings } from "./drive/settings.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const text = (name) => readFile(bundleFile(name), "utf8");

before(async () => {
  for (const name of Object.keys(BUNDLES)) await make(name);
});

const isWithout = (text, ...words) => {
  for (const word of words) {
    const at = text.indexOf(word);
    assert.equal(at, -1, `${word}: ${text.slice(Math.max(0, at - 200), at + 200)}`);
  }
};

for (const name of Object.keys(BUNDLES)) {
  test(`${name}: no WebAssembly`, async () => {
    const bundle = await text(name);
    assert.ok(bundle.includes("stagepass/login/"), "it should have the package in it");
    isWithout(bundle, "WebAssembly", "core.wasm");
  });
}

for (const entry of ["react-native", "react", "uploads", "testing"]) {
  test(`stagepass/${entry}: loads nothing later, and needs no language that Hermes lacks`, async () => {
    const script = await readFile(join(here, "node_modules/stagepass", entry, "index.js"), "utf8");
    isWithout(script, "import(", "import.meta", "WebAssembly", "BigInt(");
  });
}

test("Hermes of React Native 0.86 compiles what its Metro makes", async () => {
  const compiler = join(here, "node_modules/hermes-compiler/hermesc", process.platform === "darwin" ? "osx-bin" : "linux64-bin", "hermesc");
  const out = join(BUILT, "all-0.86.hbc");
  await promisify(execFile)(compiler, ["-O", "-w", "-emit-binary", "-out", out, bundleFile("all-0.86")], { timeout: 240_000 });
  // How Hermes's bytecode begins.
  assert.equal((await readFile(out)).readBigUInt64LE(), 0x1f1903c103bc1fc6n);
});

test("what is missing is named by the first call that needs it, with the command that brings it", async () => {
  const program = await compile(bundleFile("missing-0.71"), join(BUILT, "missing-0.71.hbc"));
  const told = await liveInHermes(program, { settings: settings() });
  assert.ok(Array.isArray(told), told.failed);
  const [storage, browser, random] = told;
  for (const [failure, name, option] of [
    [storage, "@react-native-async-storage/async-storage", "storage"],
    [browser, "expo-web-browser", "browser"],
    [random, "expo-crypto", "random"],
  ]) {
    assert.equal(failure.code, "unsupported", JSON.stringify(told));
    assert.match(failure.message, new RegExp(`npx expo install .*${name}.*\`${option}\``));
  }
});
