// The apps in examples/, as a new user would start them: compiled, and bundled by the tools of their React Native.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundle, INSTALLED } from "./drive/metro.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const TIMEOUT_MS = 240_000;

/** Each app's React Native. */
const APPS = { expo: "0.86", "react-native-0.71": "0.71" };

/** The app for Expo with the oldest Expo that the package supports. */
const OLD_EXPO = "expo-48";

/** Files of a local trial in the app's folder. */
const GENERATED = new Set(["node_modules", "package-lock.json", ".expo", "android", "ios"]);

/** A copy within the installation: whatever the app asks for is found there, and nothing is installed twice. */
const copyOf = (app) => join(installedFor(app), ".apps", app);
const installedFor = (app) => INSTALLED[app === OLD_EXPO ? "0.71" : APPS[app]];

const manifest = async (folder) => JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** Runs a script of a package, in the copy of `app`. Returns what it has printed, or rejects with it. */
async function run(app, script, args, env = {}) {
  const path = join(installedFor(app), "node_modules", script);
  const options = { cwd: copyOf(app), timeout: TIMEOUT_MS, env: { ...process.env, ...env } };
  const ended = promisify(execFile)(process.execPath, [path, ...args], options);
  const { stdout } = await ended.catch(({ message, stdout }) => assert.fail(`${message}\n${stdout}`));
  return stdout;
}

/** Expo's command asks neither the user nor a server. */
const EXPO_ALONE = { CI: "1", EXPO_OFFLINE: "1", EXPO_NO_TELEMETRY: "1" };

before(async () => {
  for (const app of Object.keys(APPS)) {
    await rm(copyOf(app), { recursive: true, force: true });
    const filter = (from) => !GENERATED.has(basename(from));
    await cp(join(here, "../../../examples", app), copyOf(app), { recursive: true, filter });
  }
});

for (const [app, reactNative] of Object.entries(APPS)) {
  test(`${app}: asks for the very versions that it is tested with`, async () => {
    const { dependencies, devDependencies } = await manifest(copyOf(app));
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    assert.ok(versions.length > 5);
    for (const [name, version] of versions) {
      const installed = await manifest(join(INSTALLED[reactNative], "node_modules", name));
      assert.equal(installed.version, version, name);
    }
  });
}

test("expo: compiles, and so does what docs/guides/react-native.md shows", async () => {
  const recipes = await readdir(join(copyOf("expo"), "recipes"));
  assert.ok(recipes.includes("ten-lines.tsx"));
  await run("expo", "typescript/bin/tsc", []);
});

test("expo: bundles, with the core and the environment's words in it", async () => {
  const out = join(copyOf("expo"), "dist");
  const config = `const config = require("expo/metro-config").getDefaultConfig(__dirname);
config.watchFolders = [${JSON.stringify(join(INSTALLED["0.86"], "node_modules"))}];
module.exports = config;
`;
  await writeFile(join(copyOf("expo"), "metro.config.js"), config);
  const baseUrl = "http://localhost:1/somewhere";
  // A cache of its own: what Metro has kept of an earlier run has that run's environment in it.
  const TMPDIR = join(copyOf("expo"), "tmp");
  await mkdir(TMPDIR);
  const env = { ...EXPO_ALONE, EXPO_PUBLIC_STAGEPASS_BASE_URL: baseUrl, TMPDIR };
  const options = ["--platform", "ios", "--no-bytecode", "--no-minify", "--max-workers", "2", "--output-dir", out];
  await run("expo", "expo/bin/cli", ["export", ...options], env);
  const scripts = join(out, "_expo/static/js/ios");
  const [script, ...others] = await readdir(scripts);
  assert.deepEqual(others, []);
  isWhole(await readFile(join(scripts, script), "utf8"), baseUrl);
});

test("react-native-0.71: bundles, with the core in it", async () => {
  const root = copyOf("react-native-0.71");
  const out = join(root, "built.js");
  await bundle({ reactNative: "0.71", root, entry: "index.js", out, absent: ["expo-web-browser", "expo-crypto"] });
  isWhole(await readFile(out, "utf8"), "https://music.example/v1");
});

test("expo-48: the peers are those that Expo 48 installs", async () => {
  const modules = join(installedFor(OLD_EXPO), "node_modules");
  const bundled = JSON.parse(await readFile(join(modules, "expo/bundledNativeModules.json"), "utf8"));
  for (const name of ["expo-web-browser", "expo-crypto", "@react-native-async-storage/async-storage"]) {
    assert.equal((await manifest(join(modules, name))).version, bundled[name].replace("~", ""), name);
  }
});

test("expo-48: `scheme` in app.json makes the deep link", async () => {
  const { expo } = JSON.parse(await readFile(join(copyOf("expo"), "app.json"), "utf8"));
  // The modules of that time have no config plugins: docs/guides/react-native.md says so.
  delete expo.plugins;
  await rm(copyOf(OLD_EXPO), { recursive: true, force: true });
  await mkdir(copyOf(OLD_EXPO), { recursive: true });
  const files = { "app.json": { expo }, "package.json": { main: "index.js", dependencies: { expo: "48.0.21" } } };
  for (const [name, content] of Object.entries(files)) await writeFile(join(copyOf(OLD_EXPO), name), JSON.stringify(content));
  const printed = await run(OLD_EXPO, "expo/bin/cli.js", ["config", "--type", "introspect", "--json"], EXPO_ALONE);
  const { ios, _internal } = JSON.parse(printed);
  assert.ok(ios.infoPlist.CFBundleURLTypes.some(({ CFBundleURLSchemes }) => CFBundleURLSchemes.includes(expo.scheme)));
  const [application] = _internal.modResults.android.manifest.manifest.application;
  const activity = application.activity.find(({ $ }) => $["android:name"] === ".MainActivity");
  assert.equal(activity.$["android:launchMode"], "singleTask");
  const data = activity["intent-filter"].flatMap((filter) => filter.data ?? []);
  assert.ok(data.some(({ $ }) => $["android:scheme"] === expo.scheme));
});

function isWhole(script, baseUrl) {
  // Where logins are kept, how the browser is opened in both, and what the app has written.
  for (const words of ["stagepass/login/", "com.example.radio://callback", baseUrl]) {
    assert.ok(script.includes(words), `${words} should be in it`);
  }
  assert.ok(!script.includes("WebAssembly"));
}
