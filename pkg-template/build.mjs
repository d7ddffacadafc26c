// Writes the publishable folder, pkg/ at the top of the repository, from src/ and core/ (which `cargo xtask package` writes).

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { bundle } from "./bundle.mjs";

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
writeTypes();
writeManifest();
cpSync(join(here, "README.md"), join(pkg, "README.md"));
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, licence), join(pkg, licence));
writeThirdParty();
await lint();

/** The types of what an entry point leads to, beside its JavaScript. The rest is nobody's business. */
function writeTypes() {
  const emitted = mkdtempSync(join(tmpdir(), "stagepass-types-"));
  try {
    const emit = [
      "--noEmit",
      "false",
      "--declaration",
      "--emitDeclarationOnly",
      "--rootDir",
      "src",
      "--outDir",
      emitted,
    ];
    execFileSync(
      process.execPath,
      [join(here, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", ...emit],
      {
        cwd: here,
        stdio: "inherit",
      },
    );
    for (const name of ["entry/index", "entry/inline", "entry/callback", "types", "errors", "errors.gen"]) {
      const text = readFileSync(join(emitted, `${name}.d.ts`), "utf8");
      writeFileSync(join(dist, `${name.replace("entry/", "")}.d.ts`), text.replaceAll('"../', '"./'));
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

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
