// Writes the publishable folder, pkg/ at the top of the repository, from src/ and core/ (which `cargo xtask package`
// writes).

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { integrityOf } from "./bin/integrity.mjs";
import { bundle } from "./bundle.mjs";
import { bundleNative, FOLDERS, manifestOf } from "./native.mjs";
import { reachedTypes, writeTypes } from "./types.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const pkg = join(root, "pkg");
const dist = join(pkg, "dist");
const core = join(here, "core");

for (const file of ["core.wasm", "core.js", "core_bg.js", "openid.wasm", "openid.js", "openid_bg.js", "host.js"]) {
  if (!existsSync(join(core, file)))
    throw new Error(`pkg-template/core/${file} is missing: run \`cargo xtask package\``);
}
rmSync(pkg, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

const bundled = await bundle(dist, core);
for (const file of ["core.wasm", "openid.wasm"]) cpSync(join(core, file), join(dist, file));
writeIntegrity();
writeTypes(dist);
await bundleNative(pkg, core);
writeFolders();
writeManifest();
cpSync(join(here, "README.md"), join(pkg, "README.md"));
for (const folder of ["bin", "callback"]) cpSync(join(here, folder), join(pkg, folder), { recursive: true });
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, licence), join(pkg, licence));
writeThirdParty();
await lint();

/** Lists the hashes of the files that a page loads, for the attribute `integrity` and for import maps. */
function writeIntegrity() {
  const files = readdirSync(dist).filter((file) => /\.(js|wasm)$/.test(file));
  const hashes = Object.fromEntries(files.map((file) => [file, integrityOf(readFileSync(join(dist, file)))]));
  writeFileSync(join(dist, "integrity.json"), `${JSON.stringify(hashes, null, 2)}\n`);
}

/** Lists the third-party code in the scripts, with its licences. */
function writeThirdParty() {
  const sections = bundled.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!file) throw new Error(`${name} is bundled, and comes without the text of its licence`);
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  writeFileSync(
    join(pkg, "THIRD_PARTY.md"),
    ["# In dist/upload.js and react-native/index.js\n", ...sections].join("\n"),
  );
}

/**
 * Writes the folders of their own entry points, for bundlers that do not support `exports`, with the types for phones.
 */
function writeFolders() {
  const types = reachedTypes(dist, "react-native");
  for (const file of types) {
    const name = file === "react-native.d.ts" ? "index.d.ts" : file;
    writeFileSync(join(pkg, "react-native", name), readFileSync(join(dist, file), "utf8"));
    if (/^(react-native|native-)/.test(file)) rmSync(join(dist, file));
  }
  for (const folder of FOLDERS) {
    writeFileSync(join(pkg, folder, "package.json"), `${JSON.stringify(manifestOf(folder), null, 2)}\n`);
  }
}

/** Writes package.json without what only this repository needs, and with its address, which is in Cargo.toml. */
function writeManifest() {
  const { devDependencies, scripts, ...manifest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const [, address] = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^repository = "(.*)"$/m);
  if (address) manifest.repository = { type: "git", url: `git+${address}.git` };
  writeFileSync(join(pkg, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function lint() {
  const { messages, pkg: manifest } = await publint({ pkgDir: pkg, strict: true });
  if (messages.length) {
    throw new Error(messages.map((message) => formatMessage(message, manifest, { color: false })).join("\n"));
  }
}
