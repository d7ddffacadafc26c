// Builds every bundle of the app, before the tests: `npm test` runs it.

import { rmSync } from "node:fs";
import { BUILT, BUNDLES, make } from "./drive/bundles.mjs";

rmSync(BUILT, { recursive: true, force: true });
for (const name of Object.keys(BUNDLES)) {
  const started = performance.now();
  await make(name);
  console.log(`bundled ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
