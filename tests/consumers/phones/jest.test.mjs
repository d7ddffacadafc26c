// The flows and the hooks under the official presets of jest: each of its tests is one here.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const BUILT = join(here, ".built");

for (const preset of ["react-native", "expo"]) {
  test(`jest, preset of ${preset}`, async (t) => {
    const { testResults, printed } = await jest(preset);
    assert.ok(testResults?.length, printed);
    for (const { assertionResults, message } of testResults) {
      // A file that could not even be loaded has no tests, and says why.
      assert.ok(assertionResults.length, message);
      for (const { fullName, status, failureMessages } of assertionResults) {
        await t.test(fullName, () => assert.equal(status, "passed", failureMessages.join("\n")));
      }
    }
  });
}

async function jest(preset) {
  await mkdir(BUILT, { recursive: true });
  const results = join(BUILT, `jest-${preset}.json`);
  await rm(results, { force: true });
  const options = ["--config", `jest/${preset}.config.cjs`, "--runInBand", "--forceExit", "--json", "--outputFile", results];
  const program = join(here, "node_modules/jest/bin/jest.js");
  const child = spawn(process.execPath, [program, ...options], { cwd: here, stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.on("data", (piece) => {
    printed += piece;
  });
  await once(child, "close");
  const written = await readFile(results, "utf8").catch(() => "{}");
  return { ...JSON.parse(written), printed };
}
