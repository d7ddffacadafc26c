// Bundles the package's JavaScript for React Native: one CommonJS file for each entry point, each in a folder with a
// package.json, because Metro did not support `exports` before 0.76. Metro and Babel do the rest.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { minify } from "terser";
import { misread } from "./hermes.mjs";

const src = fileURLToPath(new URL("src", import.meta.url));

/** The entry points, by the names of their folders. */
export const FOLDERS = ["react-native", "react", "uploads", "testing"];

/** The core for all modules that import it: with its glue, and with the engine inside. */
const CORE = ["glue.js", "core.js"];

/** Packages of the app that may be missing, by the names of their files: see src/native/peers.ts. */
const PEERS = {
  "react-native": "react-native",
  "expo-web-browser": "expo-web-browser",
  "expo-crypto": "expo-crypto",
  "async-storage": "@react-native-async-storage/async-storage",
};

/** What no phone has, or no bundler for phones accepts. */
const FOREIGN = /\bWebAssembly\b|\bimport\.meta\b|\bimport\(|\bnew Function\b|\beval\(/;

/** Bundles the entry points into folders of `outdir`. `core` is the folder with host.js: the real one, or a test's. */
export const bundleNative = async (outdir, core) => {
  for (const folder of FOLDERS) await bundleOne(folder, join(outdir, folder, "index.js"), core);
  const peers = join(outdir, "react-native/peers");
  mkdirSync(peers, { recursive: true });
  for (const [file, name] of Object.entries(PEERS)) writeFileSync(join(peers, `${file}.js`), peer(name));
};

/** In old JavaScript, because a helper of Babel would be one more `require`. */
const peer = (name) => `"use strict";
try {
  module.exports = require(${JSON.stringify(name)});
} catch (error) {
  module.exports = { missing: error };
}
`;

/** Returns the package.json of a folder, for bundlers that do not read the package's own. */
export const manifestOf = (folder) => ({
  type: "commonjs",
  main: "./index.js",
  types: folder === "react-native" ? "./index.d.ts" : `../dist/${folder}.d.ts`,
  sideEffects: false,
});

const bundleOne = async (folder, outfile, core) => {
  const options = {
    entryPoints: [join(src, "entry", `${folder}.ts`)],
    outfile,
    bundle: true,
    platform: "browser",
    target: "es2017",
    minify: true,
    sourcemap: true,
    legalComments: "none",
    // The app's own copy.
    external: ["react"],
    inject: folder === "react-native" || folder === "testing" ? [join(src, "native/web/globals.ts")] : [],
    // The shared files check whether it exists.
    define: { "globalThis.dispatchEvent": "dispatchEvent" },
    logLevel: "warning",
    plugins: [resolving(core)],
  };
  await build({ ...options, format: "cjs" });
  // esbuild reports the exports only of a module.
  const { metafile } = await build({ ...options, format: "esm", write: false, metafile: true });
  const { exports } = Object.entries(metafile.outputs).find(([file]) => file.endsWith(".js"))[1];
  await shorten(outfile, exports);
};

const resolving = (core) => ({
  name: "native",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir }) => {
      if (!importer.startsWith(src)) return undefined;
      if (path.startsWith("./peers/")) return { path, external: true };
      const source = relative(src, join(resolveDir, path));
      // src/glue.d.ts and src/core.d.ts are only types. Their modules are generated.
      if (CORE.includes(source)) return { path: resolve(core, "host.js") };
      if (source === "dpop/keys.js") return { path: join(src, "native/dpop/keys.ts") };
      // One error class, so that an app's `instanceof` also holds for errors of its fake client.
      if (source === "entry/index.js") return { path: "../react-native/index.js", external: true };
      // Only an app that uploads needs it.
      if (source === "entry/uploads.js") return { path: "../uploads/index.js", external: true };
      return undefined;
    });
  },
});

const TERSER = { toplevel: true, ecma: 2017, compress: { passes: 3, directives: false } };

/**
 * @param exports The names of the exports, which Node reads without running the file. A module there may import them by
 * name.
 */
const shorten = async (file, exports) => {
  const { code, map } = await minify(readFileSync(file, "utf8"), {
    ...TERSER,
    sourceMap: { content: readFileSync(`${file}.map`, "utf8"), filename: "index.js", url: "index.js.map" },
  });
  const foreign = code.match(FOREIGN);
  if (foreign) throw new Error(`${file} has ${foreign[0]}, which is of browsers`);
  const [wrong] = misread(code);
  if (wrong) throw new Error(`${file} has what Hermes 0.12 reads wrongly (see hermes.mjs): ${wrong}`);
  writeFileSync(file, code.replace(/(?=\n\/\/# sourceMappingURL=)/, `\n0&&(module.exports={${exports}});`));
  writeFileSync(`${file}.map`, map);
};
