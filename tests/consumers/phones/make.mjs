// Installs the package next to each React Native, and builds every bundle of the app. `npm test` runs it before the
// tests.

import { rmSync } from "node:fs";
import { BUILT, BUNDLES, make } from "./drive/bundles.mjs";
import { INSTALLED } from "./drive/metro.mjs";
import { install } from "./drive/package.mjs";

for (const folder of Object.values(INSTALLED)) await install(folder);
rmSync(BUILT, { recursive: true, force: true });
for (const name of Object.keys(BUNDLES)) {
  const started = performance.now();
  await make(name);
  console.log(`bundled ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
