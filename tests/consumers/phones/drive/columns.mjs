// The engines that the flows run in, each with a bundle of Metro.

import { readFile } from "node:fs/promises";
import { bundleFile, programFile } from "./bundles.mjs";
import { startChromium } from "./chromium.mjs";
import { liveInHermes } from "./hermes.mjs";

/**
 * Columns by their names: `start` returns `live`, which runs one life of the app, and `stop`, if something must be
 * ended.
 */
export const COLUMNS = {
  Chromium: () => startChromium(bundleFile("browser")),
  "Hermes, 0.71": () => inHermes("react-native-0.71"),
  "Hermes, Expo 48": () => inHermes("expo-48"),
  "Hermes, 0.86": () => inHermes("react-native-0.86"),
};

async function inHermes(name) {
  const program = await readFile(programFile(name));
  return { live: (input) => liveInHermes(program, input) };
}
