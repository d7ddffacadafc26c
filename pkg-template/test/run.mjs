// `npm test`: tests the built facade around a fake core. `--core` tests it around the core that `cargo xtask package`
// has built. `--name=PART` runs only the tests with this in their names. Other arguments select test files.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundle } from "../bundle.mjs";
import { bundleNative, manifestOf } from "../native.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const isCore = process.argv.includes("--core");
const out = join(here, "../.test-build", isCore ? "real" : "pretended");
const core = isCore ? join(here, "../core") : join(out, "core");

rmSync(out, { recursive: true, force: true });
if (!isCore) writePretended();
await bundle(join(out, "facade"), core);
for (const file of ["core.wasm", "openid.wasm"]) cpSync(join(core, file), join(out, "facade", file));
await bundleNative(join(out, "facade"), core);
writePeers();

const only = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const name = process.argv.find((argument) => argument.startsWith("--name="))?.slice("--name=".length);
/** For both cores: the logins of a phone. */
const BOTH = /^native[/\\](?:bare|login|parts|races|start)\.test\.ts$/;
const files = readdirSync(here, { recursive: true }).filter((name) =>
  isCore ? name.endsWith(".core.ts") || BOTH.test(name) : name.endsWith(".test.ts"),
);
// The examples of tests are tests.
if (!isCore) files.push("../examples/testing.ts", "../examples/testing-expiry.ts");
const isChosen = (name) => !only.length || only.some((part) => name.includes(part));
const chosen = files.filter(isChosen);
// All in one folder, because the tests know its place.
const flat = (name) => name.replace(/^\W+|\.ts$/g, "").replace(/[/\\]/g, "-");
const tests = chosen.map((name) => ({ in: join(here, name), out: flat(name) }));
await build({
  entryPoints: tests,
  outdir: join(out, "test"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // One copy of each framework for the tests and the code under test.
  packages: "external",
  // Examples import the built package.
  alias: {
    "stagepass/angular": join(out, "facade/angular.js"),
    "stagepass/inline": join(out, "facade/inline.js"),
    "stagepass/testing": join(out, "facade/testing.js"),
    stagepass: join(out, "facade/index.js"),
  },
  sourcemap: "inline",
  logLevel: "warning",
});

// Of `create-stagepass`, which has no build.
const plain = isCore ? [] : readdirSync(here, { recursive: true }).filter((name) => name.endsWith(".test.mjs"));
const programs = [
  ...tests.map((test) => join(out, "test", `${test.out}.mjs`)),
  ...plain.filter(isChosen).map((name) => join(here, name)),
];

// A test that waits forever has failed, too. By default, Node leaves one processor idle: half of a small machine.
const options = [
  "--enable-source-maps",
  "--test",
  "--test-reporter=tap",
  "--test-timeout=300000",
  `--test-concurrency=${availableParallelism()}`,
];
if (name) options.push(`--test-name-pattern=${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
const { status } = spawnSync(process.execPath, [...options, ...programs], { stdio: "inherit" });
process.exitCode = status ?? 1;

/** Writes the fake core. */
function writePretended() {
  mkdirSync(core, { recursive: true });
  cpSync(join(here, "core/core_bg.js"), join(core, "core_bg.js"));
  // (module (func (export "trap") unreachable)): a real instance, so that a trap is a real one.
  writeFileSync(
    join(core, "core.wasm"),
    Buffer.from("0061736d01000000010401600000030201000708010474726170 00000a05010300000b".replace(" ", ""), "hex"),
  );
  cpSync(join(here, "core/core.js"), join(core, "core.js"));
  cpSync(join(here, "core/host.js"), join(core, "host.js"));
  for (const end of [".wasm", ".js", "_bg.js"]) cpSync(join(core, `core${end}`), join(core, `openid${end}`));
}

/** Writes the packages of an app on a phone: those that a test lists in `globalThis.peers`. */
function writePeers() {
  const names = ["react-native", "expo-web-browser", "expo-crypto", "@react-native-async-storage/async-storage"];
  for (const name of names) {
    const folder = join(out, "facade/node_modules", name);
    mkdirSync(folder, { recursive: true });
    const there = `globalThis.peers?.[${JSON.stringify(name)}]`;
    const script = `if (!${there}) throw new Error("Cannot find module");\nmodule.exports = ${there};\n`;
    writeFileSync(join(folder, "index.js"), script);
  }
  for (const folder of ["react-native", "testing"]) {
    writeFileSync(join(out, "facade", folder, "package.json"), JSON.stringify(manifestOf(folder)));
  }
}
