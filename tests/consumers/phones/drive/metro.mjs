// Metro of React Native 0.86, with package exports or without, and of 0.71, which does not support them.

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const here = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where each React Native is installed, with its own Metro. */
export const INSTALLED = { 0.86: here, 0.71: join(here, "react-native-0.71") };

/** Longer than any bundle takes on a busy machine. */
const TIMEOUT_MS = 240_000;

/**
 * Bundles `entry` for iOS, as a release has it, but for what Hermes does itself: to make it small.
 *
 * @param {object} what
 * @param {"0.86" | "0.71"} what.reactNative
 * @param {boolean} [what.packageExports] whether Metro looks at `exports`; that of 0.71 never does
 * @param {boolean} [what.isBare] leaves React Native's own start out, which needs a phone around it
 * @param {string[]} [what.absent] packages that are not there
 * @param {string} what.root the app's folder
 * @param {string} what.entry
 * @param {string} what.out
 * @param {string} [what.list] where to list the files of the package in the bundle, as JSON
 * @returns {Promise<void>} rejects with Metro's error
 */
export async function bundle(what) {
  // In a separate process, because two versions of Metro in one process disturb each other.
  const script = fileURLToPath(import.meta.url);
  await promisify(execFile)(process.execPath, [script, JSON.stringify(what)], { cwd: what.root, timeout: TIMEOUT_MS });
}

async function build({ reactNative, packageExports = true, isBare = false, absent = [], root, entry, out, list }) {
  const require = createRequire(join(INSTALLED[reactNative], "package.json"));
  const Metro = require("metro");
  const { mergeConfig } = require("metro-config");
  const files = new Set();
  const defaults = reactNative === "0.86" ? require("@react-native/metro-config").getDefaultConfig(root) : await old(require, root);
  const config = mergeConfig(defaults, {
    projectRoot: root,
    watchFolders: [INSTALLED[reactNative]],
    resolver: {
      ...(reactNative === "0.86" ? { unstable_enablePackageExports: packageExports } : {}),
      // The other installation, and copies that others have built, hold the same packages.
      blockList: othersIn(INSTALLED[reactNative], root),
      resolveRequest(context, name, platform) {
        // As Metro itself: a module that requires it inside `try` works without it.
        if (absent.includes(name)) throw new Error(`${name} is not installed`);
        return context.resolveRequest(context, name, platform);
      },
    },
    serializer: {
      ...(isBare ? { getModulesRunBeforeMainModule: () => [] } : {}),
      processModuleFilter({ path }) {
        const [, file] = path.split(/node_modules.stagepass./);
        if (file) files.add(file);
        return true;
      },
    },
    transformer: { getTransformOptions: async () => ({ transform: { experimentalImportSupport: false, inlineRequires: true } }) },
    reporter: { update() {} },
    maxWorkers: 2,
  });
  await Metro.runBuild(config, { entry, out, platform: "ios", dev: false, minify: false });
  if (list) await writeFile(list, JSON.stringify([...files].sort()));
}

/**
 * The settings that React Native 0.71's command line adds to Metro's defaults (cli-plugin-metro, loadMetroConfig.js).
 */
async function old(require, root) {
  const { getDefaultConfig, mergeConfig } = require("metro-config");
  return mergeConfig(await getDefaultConfig(root), {
    resolver: { resolverMainFields: ["react-native", "browser", "main"], platforms: ["ios", "android", "native"] },
    serializer: {
      getModulesRunBeforeMainModule: () => [require.resolve("react-native/Libraries/Core/InitializeCore")],
      getPolyfills: () => require("react-native/rn-get-polyfills")(),
    },
    transformer: {
      allowOptionalDependencies: true,
      assetRegistryPath: "react-native/Libraries/Image/AssetRegistry",
      asyncRequireModulePath: require.resolve("metro-runtime/src/modules/asyncRequire"),
      babelTransformerPath: require.resolve("metro-react-native-babel-transformer"),
    },
  });
}

/** The folders in `installed` that are of other builds than that of `root`. */
function othersIn(installed, root) {
  const folders = ["react-native-0.71", ".apps", ".built"].map((name) => join(installed, name));
  const others = folders.filter((folder) => !`${root}/`.startsWith(`${folder}/`));
  return others.map((folder) => new RegExp(`^${folder.replace(/[.\\/]/g, "\\$&")}/.*`));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const what = JSON.parse(process.argv[2]);
  await build(what);
}
