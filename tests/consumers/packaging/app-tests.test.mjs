// The recipes of docs/guides/testing.md for tests of an app: runs them on the app of `npm create stagepass`, with the
// package that was built last. Cypress downloads its own program, so its recipe is only compiled, and its task called.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { filesOf } from "../../../create-stagepass/src/files.mjs";
import { findSdk } from "../../../create-stagepass/src/sdk.mjs";
import { freePort } from "../phones/drive/webdriver.mjs";

const FOLDER = fileURLToPath(new URL("../../../examples/app-tests", import.meta.url));

/** The files of the app. Its package.json and tsconfig.json are those of the recipes. */
const IS_OF_APP = /^(src\/|index\.html$|vite\.config\.ts$)/;

const TIMEOUT_MS = 600_000;

before(
  async () => {
    const { dependency } = await findSdk();
    run("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline");
    run("npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefer-offline", dependency);
    const files = await filesOf({ name: "night-radio", template: "react", provider: "stagepass" }, dependency);
    for (const [path, text] of files) {
      if (!IS_OF_APP.test(path)) continue;
      mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
      writeFileSync(join(FOLDER, path), text);
    }
  },
  { timeout: TIMEOUT_MS },
);

after(() => {
  for (const name of ["src", "index.html", "vite.config.ts"])
    rmSync(join(FOLDER, name), { recursive: true, force: true });
});

test("types of all recipes are right", { timeout: TIMEOUT_MS }, () => run("npx", "tsc"));

test("Playwright runs its recipe in Chromium", { timeout: TIMEOUT_MS }, async (t) => {
  const env = { APP_PORT: String(await freePort()), CHROMIUM: process.env.CHROMIUM || "/usr/bin/chromium" };
  const output = runWith(env, "npx", "playwright", "test", "--reporter=line");
  assert.match(output, /2 passed/);
  t.diagnostic(output.trim().split("\n").at(-1).trim());
});

test("Vitest runs recipes of MSW and Storybook, and the task of Cypress", { timeout: TIMEOUT_MS }, () => {
  assert.match(run("npx", "vitest", "run"), /Tests {2}5 passed/);
});

function run(program, ...args) {
  return runWith({}, program, ...args);
}

function runWith(env, program, ...args) {
  // Vitest and Playwright colour what they print, and Node's test runner changes what it prints in a test.
  const { NODE_TEST_CONTEXT, ...own } = process.env;
  try {
    return execFileSync(program, args, {
      cwd: FOLDER,
      encoding: "utf8",
      env: { ...own, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return assert.fail(`${program} ${args[0]} failed: ${error.stdout}\n${error.stderr}`);
  }
}
