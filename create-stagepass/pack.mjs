// `node pack.mjs DIR`: packs the package into DIR, with the licences and the repository's address.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const [destination = "."] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), "create-stagepass-"));
try {
  for (const name of ["index.mjs", "src", "templates", "README.md"]) {
    cpSync(join(here, name), join(folder, name), { recursive: true });
  }
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, name), join(folder, name));
  const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const [, address] = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^repository = "(.*)"$/m);
  if (address) manifest.repository = { type: "git", url: `git+${address}.git` };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const command = ["pack", "--silent", "--pack-destination", resolve(destination)];
  execFileSync("npm", command, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
} finally {
  rmSync(folder, { recursive: true });
}
