// The bundles that Metro makes of the app, and what Hermes compiles of them. `make.mjs` builds them once for all tests.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./hermes.mjs";
import { bundle, INSTALLED } from "./metro.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
export const BUILT = join(here, ".built");

/** The flows and what they stand on: the old Metro finds packages by where a file is. */
const SOURCES = ["entry.native.js", "entry.expo.js", "flows.js", "phone"];

/** Optional packages that the package looks for in an app. */
const PEERS = ["expo-web-browser", "expo-crypto", "@react-native-async-storage/async-storage"];

/** Bundles by their names, as `bundle` takes them. */
export const BUNDLES = {
  "react-native-0.86": { reactNative: "0.86", packageExports: true, isBare: true, entry: "entry.native.js" },
  "react-native-0.86-no-exports": { reactNative: "0.86", packageExports: false, isBare: true, entry: "entry.native.js" },
  "react-native-0.71": { reactNative: "0.71", isBare: true, absent: PEERS, entry: "entry.native.js" },
  "expo-48": { reactNative: "0.71", isBare: true, entry: "entry.expo.js" },
  browser: { reactNative: "0.86", isBare: true, absent: ["react-native", ...PEERS], entry: "entry.browser.js" },
};

/** Bundles that Hermes's own program runs. */
export const IN_HERMES = ["react-native-0.86", "react-native-0.71", "expo-48"];

export const bundleFile = (name) => join(BUILT, `${name}.js`);

/** The list of the package's files in a bundle. */
export const listFile = (name) => join(BUILT, `${name}.json`);

/** A bundle's bytecode for Hermes. */
export const programFile = (name) => join(BUILT, `${name}.hbc`);

/** Builds the bundle with this name, and its bytecode. */
export async function make(name) {
  const what = BUNDLES[name];
  let root = INSTALLED[what.reactNative];
  if (what.reactNative === "0.71") {
    root = join(root, ".apps/flows");
    rmSync(root, { recursive: true, force: true });
    for (const source of SOURCES) cpSync(join(here, source), join(root, source), { recursive: true });
  }
  mkdirSync(BUILT, { recursive: true });
  await bundle({ ...what, root, out: bundleFile(name), list: listFile(name) });
  if (IN_HERMES.includes(name)) await compile(bundleFile(name), programFile(name));
}
