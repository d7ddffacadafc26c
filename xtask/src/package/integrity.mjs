// Compares each integrity.json with the files beside it: that of the package, which is installed beside this script,
// and that of the command for the callback page.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const installed = join(here, "node_modules/stagepass");
mkdirSync(join(here, "public"));
const command = [join(installed, "bin/stagepass.mjs"), "callback", join(here, "public")];
execFileSync(process.execPath, command, { stdio: "ignore" });

for (const folder of [join(installed, "dist"), join(here, "public/stagepass")]) {
  const hashes = JSON.parse(readFileSync(join(folder, "integrity.json"), "utf8"));
  for (const file of readdirSync(folder).filter((file) => /\.(js|wasm)$/.test(file))) {
    const [algorithm, hash] = [hashes[file]?.slice(0, 6), hashes[file]?.slice(7)];
    const actual = createHash("sha384").update(readFileSync(join(folder, file))).digest("base64");
    if (algorithm !== "sha384" || hash !== actual) throw new Error(`${join(folder, file)} has the hash ${actual}`);
  }
}
