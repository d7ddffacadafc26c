// Builds consumers of the package that is installed here: `node build.mjs` all of them, `node build.mjs vite next`
// these.
// The pages are then in built/NAME, Next's in next/.next. built/NAME.json has the hashes of the package's files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const built = join(here, "built");
const callbackPage = join(built, "callback-page");

/** How each consumer is built, by its name. */
const CONSUMERS = {
  vite() {
    writeCallbackPage("public");
    run("vite");
  },
  react() {
    writeCallbackPage("react/public");
    run("react");
  },
  webpack() {
    run("webpack");
    // webpack's scripts are no modules. They need `defer`, as modules do by themselves.
    addPages("webpack", (page) => page.replace('type="module"', "defer"));
  },
  esbuild() {
    run("esbuild");
    addPages("esbuild", (page) => page.replace("<script", '<script nonce="radio"'));
  },
  rollup() {
    run("rollup");
    addPages("rollup");
  },
  next() {
    writeCallbackPage("next/public");
    run("next");
  },
  plain: copyPlain,
  "import-map": copyWithImportMap,
};

const requested = process.argv.slice(2);
for (const name of requested) assert.ok(name in CONSUMERS, `no consumer is called ${name}: ${Object.keys(CONSUMERS).join(", ")}`);

// The built apps of an earlier package must not be mistaken for this one's.
const leftovers = ["built", "public", "react/public", "next/.next", "next/public", "node_modules/.vite"];
for (const folder of leftovers) rmSync(join(here, folder), { recursive: true, force: true });
mkdirSync(callbackPage, { recursive: true });
execFileSync("npx", ["stagepass", "callback", callbackPage], { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
for (const name of requested.length ? requested : Object.keys(CONSUMERS)) {
  CONSUMERS[name]();
  cpSync(join(here, "node_modules/stagepass/dist/integrity.json"), join(built, `${name}.json`));
}

/** The tool's own command, as package.json has it. */
function run(script) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  const started = performance.now();
  execFileSync("npm", ["run", "--silent", script], { cwd: here, env, stdio: "inherit" });
  console.log(`built ${script} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** Adds the app's page and the callback page. Vite and Next copy theirs out of `public`. */
function addPages(consumer, change = (page) => page) {
  writeFileSync(join(built, consumer, "index.html"), change(readFileSync(join(here, "index.html"), "utf8")));
  writeCallbackPage(`built/${consumer}`);
}

/** Copies the documented callback page, which the package's own command has written once. */
function writeCallbackPage(folder) {
  cpSync(callbackPage, join(here, folder), { recursive: true });
}

/** No bundler and no import map: the script names the file that the command for the callback page has written. */
function copyPlain() {
  const folder = join(built, "plain");
  mkdirSync(folder);
  const script = readFileSync(join(here, "main.js"), "utf8");
  writeFileSync(join(folder, "main.js"), script.replace('from "stagepass"', 'from "/stagepass/index.js"'));
  addPages("plain");
}

/** No bundler: the page, its script and the package as they are. */
function copyWithImportMap() {
  const folder = join(built, "import-map");
  mkdirSync(folder);
  cpSync(join(here, "import-map"), folder, { recursive: true });
  cpSync(join(here, "main.js"), join(folder, "main.js"));
  cpSync(join(here, "node_modules/stagepass"), join(folder, "package"), { recursive: true });
  const page = join(folder, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace("{ IMPORT MAP }", importMap("./package/dist/")));
  writeCallbackPage("built/import-map");
}

/** Returns an import map by which a browser refuses a script that was changed, also one that is loaded later. */
function importMap(folder) {
  const hashes = JSON.parse(readFileSync(join(here, "node_modules/stagepass/dist/integrity.json"), "utf8"));
  const scripts = Object.entries(hashes).filter(([file]) => file.endsWith(".js"));
  return JSON.stringify({
    imports: { stagepass: `${folder}index.js` },
    integrity: Object.fromEntries(scripts.map(([file, hash]) => [folder + file, hash])),
  });
}
