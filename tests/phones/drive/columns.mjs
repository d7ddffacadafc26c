// The engines that the flows run in, each with the bundle that Metro makes for it.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChromium } from "./chromium.mjs";
import { compile, liveInHermes } from "./hermes.mjs";
import { bundle, INSTALLED } from "./metro.mjs";
import { liveInNode } from "./node.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
export const BUILT = join(here, ".built");

/** The flows and what they stand on: the old Metro finds packages by where a file is. */
const SOURCES = ["entry.all.js", "entry.missing.js", "entry.native.js", "flows.js", "phone"];

/** Optional packages that the package looks for in an app. */
const PEERS = ["expo-web-browser", "expo-crypto", "@react-native-async-storage/async-storage"];

/** Bundles by their names, as `bundle` takes them. */
export const BUNDLES = {
  "react-native-0.86": { reactNative: "0.86", packageExports: true, isBare: true, entry: "entry.native.js" },
  "react-native-0.86-no-exports": { reactNative: "0.86", packageExports: false, isBare: true, entry: "entry.native.js" },
  "react-native-0.71": { reactNative: "0.71", isBare: true, absent: PEERS, entry: "entry.native.js" },
  browser: { reactNative: "0.86", isBare: true, absent: ["react-native", ...PEERS], entry: "entry.browser.js" },
  "missing-0.71": { reactNative: "0.71", isBare: true, absent: PEERS, entry: "entry.missing.js" },
  "all-0.86": { reactNative: "0.86", packageExports: true, entry: "entry.all.js" },
  "all-0.86-no-exports": { reactNative: "0.86", packageExports: false, entry: "entry.all.js" },
  "all-0.71": { reactNative: "0.71", entry: "entry.all.js" },
};

/** The columns that the flows run in. */
export const OF_FLOWS = ["react-native-0.86", "react-native-0.86-no-exports", "react-native-0.71", "browser"];

export const bundleFile = (name) => join(BUILT, `${name}.js`);

/** Builds the bundle with this name with Metro. */
export async function make(name) {
  const what = BUNDLES[name];
  let root = INSTALLED[what.reactNative];
  if (what.reactNative === "0.71") {
    root = join(root, ".apps/flows");
    rmSync(root, { recursive: true, force: true });
    for (const source of SOURCES) cpSync(join(here, source), join(root, source), { recursive: true });
  }
  mkdirSync(BUILT, { recursive: true });
  await bundle({ ...what, root, out: bundleFile(name) });
}

/**
 * Columns by their names: `start` returns `live`, which runs one life of the app, and `stop`, if something must be
 * ended.
 */
export const COLUMNS = {
  [`Node ${process.versions.node.split(".")[0]}`]: async () => ({ live: (input) => liveInNode(bundleFile("react-native-0.86"), input) }),
  Chromium: () => startChromium(bundleFile("browser")),
  "Hermes, 0.71": () => inHermes("react-native-0.71"),
  "Hermes, 0.86": () => inHermes("react-native-0.86"),
  "Hermes, 0.86 (no exports)": () => inHermes("react-native-0.86-no-exports"),
};

async function inHermes(name) {
  const program = await compile(bundleFile(name), join(BUILT, `${name}.hbc`));
  return { live: (input) => liveInHermes(program, input) };
}
