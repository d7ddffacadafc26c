// The package's JavaScript: every entry point in one flat folder, so that each finds core.wasm beside itself.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { minify } from "terser";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Bundles the entry points into `outdir`. `core` is the folder with core_bg.js and core.wasm: the real ones, or a
 * test's. Returns the names of the third-party packages in the bundle.
 */
export const bundle = async (outdir, core) => {
  const { metafile } = await bundleEntries(outdir, core, "core", ENTRIES);
  await bundleEntries(outdir, core, "openid", ["oauth"]);
  for (const entry of [...ENTRIES, "oauth"]) await shorten(join(outdir, `${entry}.js`));
  for (const name of ["core", "openid"]) {
    const { code } = await minify(readFileSync(join(core, `${name}.js`), "utf8"), TERSER);
    writeFileSync(join(outdir, `${name}.js`), code);
  }
  return packagesOf(metafile);
};

// The last six are not entry points of the package. callback.js loads the first if its page stays open. index.js and
// inline.js load the second, and that loads the next two. They load the fifth for a session that is bound to a key.
// oauth.js loads the last three.
const PARTS = ["callback-result", "api", "upload", "diagnose", "dpop", "verify"];
const ADAPTERS = ["react", "vue", "svelte", "angular", "solid", "elements"];
const ENTRIES = ["index", "inline", "callback", "uploads", "testing", "testing-session", ...ADAPTERS, ...PARTS];

const packagesOf = ({ inputs }) => {
  const names = Object.keys(inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
  return [...new Set(names.filter(Boolean))].sort();
};

/** @param name The name of the core's files: `core` for a service of Stagepass, `openid` for any provider. */
const bundleEntries = (outdir, core, name, entries) =>
  build({
    entryPoints: entries.map((entry) => from(`src/entry/${entry}.ts`)),
    outdir,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2020",
    sourcemap: true,
    metafile: true,
    // Puts constants of other modules in place.
    minifySyntax: true,
    legalComments: "none",
    loader: { ".wasm": "base64" },
    define: {
      CORE_SHA256: JSON.stringify(sha256(join(core, "core.wasm"))),
      OPENID_SHA256: JSON.stringify(sha256(join(core, "openid.wasm"))),
    },
    // The app's own copy: two copies on a page do not work together.
    external: ["react", "vue", "svelte", "@angular/*", "rxjs", "solid-js"],
    logLevel: "warning",
    plugins: [
      {
        name: "core",
        setup({ onLoad, onResolve }) {
          // src/glue.d.ts and src/core.d.ts are only types. Their modules are generated.
          onResolve({ filter: /^\.\/glue\.js$/ }, () => ({ path: `${core}/${name}_bg.js` }));
          onResolve({ filter: /^\.\.\/core\.js$/ }, () => ({ path: `./${name}.js`, external: true }));
          onResolve({ filter: /^\.\.\/openid\.js$/ }, () => ({ path: "./openid.js", external: true }));
          // src/page-glue.d.ts.
          onResolve({ filter: /^\.\.\/page-glue\.js$/ }, ({ path }) => ({ path, namespace: "page-glue" }));
          onLoad({ filter: /./, namespace: "page-glue" }, () => ({
            contents: ["core", "openid"].map((name) => inPage(join(core, `${name}_bg.js`), name)).join("\n"),
          }));
          // The login is one file. Split into chunks, it compresses worse, and a page waits for one after another. What
          // a login does not need is in files of its own.
          onResolve(
            { filter: /\/entry\/(index|oauth|callback-result|api|uploads?|diagnose|dpop|verify)\.js$/ },
            ({ path }) => ({
              path: path.replace(/.*\//, "./"),
              external: true,
            }),
          );
          onResolve({ filter: /\/core\.wasm$/ }, ({ kind }) =>
            kind === "import-statement" ? { path: `${core}/core.wasm` } : undefined,
          );
          // The text of a style sheet, for `CSSStyleSheet`.
          onLoad({ filter: /\.css$/ }, async ({ path }) => {
            const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true });
            return { contents: code.trim(), loader: "text" };
          });
        },
      },
    ],
  });

/** Returns the glue in this file as a function of the globals of a page. */
const inPage = (file, name) => {
  const parts = readFileSync(file, "utf8").split("export function instance()");
  if (parts.length !== 2) throw new Error(`${file} is not what the tests of apps expect`);
  return parts.join(`export function ${name}({ globalThis, window, self, Window })`);
};

const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("base64");

const TERSER = {
  module: true,
  ecma: 2020,
  // `if` and `a === "b"` as they are written compress better than terser's conditional expressions and `"b" === a`. The
  // directive at the top of react.js marks the file as code for the browser, for frameworks that render on a server.
  compress: { passes: 3, inline: 1, unsafe_arrows: true, conditionals: false, lhs_constants: false, directives: false },
};

/** Minifies with terser, because esbuild's minifier leaves the glue half a kilobyte (brotli) larger. */
const shorten = async (file) => {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const { code, map } = await minify(readFileSync(file, "utf8"), {
    ...TERSER,
    sourceMap: { content: readFileSync(`${file}.map`, "utf8"), filename: name, url: `${name}.map` },
  });
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, map);
};
