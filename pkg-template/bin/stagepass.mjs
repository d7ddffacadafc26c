#!/usr/bin/env node
// `npx stagepass callback DIR`: writes the callback page and the package's scripts into a folder of static files. The
// callback page then needs no bundler and no import map, and nor do other pages that import `/stagepass/index.js`.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { integrityOf } from "./integrity.mjs";

const USAGE = `Usage: npx stagepass callback DIR

Writes the callback page into DIR, the folder of your app's static files (Vite, Next and Angular: public):
  DIR/callback.html   the page. It is written once: change its text and style as you like
  DIR/stagepass/      what the page loads. These files are overwritten: run this command after each update of stagepass
`;

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** The files in DIR/stagepass, and where the package has them. The scripts find each other in one folder. */
const FILES = {
  "callback.js": "dist",
  "callback-result.js": "dist",
  "index.js": "dist",
  "core.js": "dist",
  "core.wasm": "dist",
  "oauth.js": "dist",
  "verify.js": "dist",
  "openid.js": "dist",
  "openid.wasm": "dist",
  "dpop.js": "dist",
  // For pages of the app that no bundler builds.
  "api.js": "dist",
  "upload.js": "dist",
  "uploads.js": "dist",
  "diagnose.js": "dist",
  "elements.js": "dist",
  "callback.css": "callback",
  "icon.svg": "callback",
};

/** Returns a script without its source map, which is not copied, and with a request that linters skip it. */
const asCopy = (script) => `/* eslint-disable */\n${script.replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, "\n")}`;

const [command, directory, ...rest] = process.argv.slice(2);
if (command !== "callback" || !directory || directory.startsWith("-") || rest.length) {
  const isHelp = command === "--help" || command === "-h" || directory === "--help";
  (isHelp ? process.stdout : process.stderr).write(USAGE);
  process.exit(isHelp ? 0 : 2);
}
if (!existsSync(directory)) {
  console.error(`There is no folder ${directory}: name the folder of your app's static files, or create it first.`);
  process.exit(1);
}
const page = join(directory, "callback.html");
const isNew = !existsSync(page);
mkdirSync(join(directory, "stagepass"), { recursive: true });
const hashes = {};
for (const [file, folder] of Object.entries(FILES)) {
  const content = readFileSync(join(packageFolder, folder, file));
  const copy = file.endsWith(".js") ? asCopy(content.toString()) : content;
  writeFileSync(join(directory, "stagepass", file), copy);
  hashes[file] = integrityOf(copy);
}
writeFileSync(join(directory, "stagepass/integrity.json"), `${JSON.stringify(hashes, null, 2)}\n`);
if (isNew) copyFileSync(join(packageFolder, "callback/callback.html"), page);
console.log(`${isNew ? "Wrote" : "Kept"} ${page}, wrote ${join(directory, "stagepass")}/ (${Object.keys(FILES).length + 1} files).
Register the page's address as a redirect URI of your app, for example http://localhost:5173/callback.html
(with Next.js port 3000, with Angular 4200; for the app of \`stagepass-backend dev\`, it is registered).`);
