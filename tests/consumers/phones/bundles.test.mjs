// The package in bundles of Metro: of React Native 0.86, with package exports and without, and of 0.71, without Expo
// and with the modules of Expo 48.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BUILT, BUNDLES, bundleFile, IN_HERMES, listFile, programFile } from "./drive/bundles.mjs";
import { liveInHermes } from "./drive/hermes.mjs";
import { settings } from "./drive/settings.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
/** The package's entry points for phones. */
const ENTRIES = ["react-native", "react", "uploads", "testing"];
const filesOf = async (name) => JSON.parse(await readFile(listFile(name), "utf8"));
const text = (name) => readFile(bundleFile(name), "utf8");
const inHermes = async (name, what) => liveInHermes(await readFile(programFile(name)), { what, settings: settings() });

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

for (const entry of ENTRIES) {
  test(`stagepass/${entry}: loads nothing later, and needs no language that Hermes lacks`, async () => {
    const script = await readFile(join(here, "node_modules/stagepass", entry, "index.js"), "utf8");
    isWithout(script, "import(", "import.meta", "WebAssembly", "BigInt(");
  });
}

for (const name of IN_HERMES) {
  test(`${name}: every entry point loads in Hermes`, async () => {
    assert.deepEqual(await inHermes(name, "entries"), Array(4).fill("function"));
  });
}

test("without package exports, Metro bundles the same files of the package", async () => {
  const [usual, without] = await Promise.all(["react-native-0.86", "react-native-0.86-no-exports"].map(filesOf));
  for (const entry of ENTRIES) assert.ok(usual.includes(`${entry}/index.js`), `${entry} should be in it`);
  assert.deepEqual(without, usual);
});

test("Hermes of React Native 0.86 compiles what its Metro makes", async () => {
  const compiler = join(here, "node_modules/hermes-compiler/hermesc", process.platform === "darwin" ? "osx-bin" : "linux64-bin", "hermesc");
  const out = join(BUILT, "hermes-0.86.hbc");
  await promisify(execFile)(compiler, ["-O", "-w", "-emit-binary", "-out", out, bundleFile("react-native-0.86")], { timeout: 240_000 });
  // How Hermes's bytecode begins.
  assert.equal((await readFile(out)).readBigUInt64LE(), 0x1f1903c103bc1fc6n);
});

test("what is missing is named by the first call that needs it, with the command that brings it", async () => {
  const result = await inHermes("react-native-0.71", "missing");
  assert.ok(Array.isArray(result), result.failed);
  const [storage, browser, random] = result;
  for (const [failure, name, option] of [
    [storage, "@react-native-async-storage/async-storage", "storage"],
    [browser, "expo-web-browser", "browser"],
    [random, "expo-crypto", "random"],
  ]) {
    assert.equal(failure.code, "unsupported", JSON.stringify(result));
    assert.match(failure.message, new RegExp(`npx expo install .*${name}.*\`${option}\``));
  }
});
