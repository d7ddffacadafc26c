// `npm test`: the facade as it is shipped, around a core that the tests play themselves.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundle } from "../bundle.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = join(here, "../.test-build");
const core = join(out, "core");

rmSync(out, { recursive: true, force: true });
mkdirSync(core, { recursive: true });
cpSync(join(here, "core/core_bg.js"), join(core, "core_bg.js"));
// (module (func (export "trap") unreachable)): a real instance, so that a trap is a real one.
writeFileSync(
  join(core, "core.wasm"),
  Buffer.from("0061736d01000000010401600000030201000708010474726170 00000a05010300000b".replace(" ", ""), "hex"),
);
cpSync(join(here, "core/core.js"), join(core, "core.js"));
await bundle(join(out, "facade"), core);
cpSync(join(core, "core.wasm"), join(out, "facade/core.wasm"));

const files = readdirSync(here).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: files.map((name) => join(here, name)),
  outdir: join(out, "test"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
});

const tests = files.map((name) => join(out, "test", name.replace(/\.ts$/, ".mjs")));
// A test that waits for what never comes has failed, too.
const options = ["--enable-source-maps", "--test", "--test-reporter=tap", "--test-timeout=60000"];
const { status } = spawnSync(process.execPath, [...options, ...tests], { stdio: "inherit" });
process.exitCode = status ?? 1;
