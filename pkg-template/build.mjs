// Writes the publishable folder, pkg/ at the top of the repository, from src/ and core/ (which `cargo xtask package` writes).

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { bundle } from "./bundle.mjs";
import { writeTypes } from "./types.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const pkg = join(root, "pkg");
const dist = join(pkg, "dist");
const core = join(here, "core");

for (const file of ["core.wasm", "core.js", "core_bg.js"]) {
  if (!existsSync(join(core, file)))
    throw new Error(`pkg-template/core/${file} is missing: run \`cargo xtask package\``);
}
rmSync(pkg, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

const bundled = await bundle(dist, core);
cpSync(join(core, "core.wasm"), join(dist, "core.wasm"));
writeTypes(dist);
writeManifest();
cpSync(join(here, "README.md"), join(pkg, "README.md"));
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, licence), join(pkg, licence));
writeThirdParty();
await lint();

/** Whose work is in the scripts besides our own, and under which terms. */
function writeThirdParty() {
  const sections = bundled.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!file) throw new Error(`${name} is bundled, and comes without the text of its licence`);
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  writeFileSync(join(pkg, "THIRD_PARTY.md"), ["# In dist/upload.js\n", ...sections].join("\n"));
}

/** package.json without what only this repository needs. */
function writeManifest() {
  const { devDependencies, scripts, ...manifest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  writeFileSync(join(pkg, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function lint() {
  const { messages, pkg: manifest } = await publint({ pkgDir: pkg, strict: true });
  if (messages.length) {
    throw new Error(messages.map((message) => formatMessage(message, manifest, { color: false })).join("\n"));
  }
}
