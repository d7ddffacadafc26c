// Prints as JSON how large the files are that a browser loads for `stagepass` and `stagepass/callback`, and that an app
// for React Native bundles. Run it in pkg-template. The argument is the packed dist folder.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const { build, transform } = createRequire(join(process.cwd(), "package.json"))("esbuild");
const dist = process.argv[2];

// esbuild is used only to follow the imports. Each file counts once and is compressed separately, as it is sent.
const { metafile } = await build({
  absWorkingDir: dist,
  entryPoints: ["index.js", "oauth.js", "callback.js"],
  bundle: true,
  splitting: true,
  format: "esm",
  outdir: "never-written",
  write: false,
  metafile: true,
  logLevel: "error",
});
const scripts = loadedBy("index.js", "core.wasm");

const wasm = measure(readFileSync(join(dist, "core.wasm")));
const javascript = sum(scripts);
const glue = await transform(readFileSync("core/core_bg.js", "utf8"), { minify: true, format: "esm", target: "es2020" });
console.log(
  JSON.stringify({
    wasm,
    javascript,
    total: add(wasm, javascript),
    // What a page loads for `stagepass/oauth` in place of `stagepass`.
    oauth: add(measure(readFileSync(join(dist, "openid.wasm"))), sum(loadedBy("oauth.js", "openid.wasm"))),
    "core.js": measure(readFileSync(join(dist, "core.js"))),
    "glue alone": measure(Buffer.from(glue.code)),
    // It goes into the app, not over the network at each visit; compressed, it can be held beside the others.
    "react-native": measure(readFileSync(join(dist, "../react-native/index.js"))),
    files: [...scripts.map((name) => basename(name)), "core.wasm"],
  }),
);

/**
 * Returns the scripts of an entry and of the callback page. What is loaded only when it is used (`import()`) is no part
 * of a login.
 */
function loadedBy(entry, module) {
  const names = [];
  const visit = (name) => {
    if (names.includes(name)) return;
    names.push(name);
    for (const { path, kind } of metafile.inputs[name].imports) if (kind === "import-statement") visit(path);
  };
  for (const name of [entry, "callback.js"]) visit(name);
  if (!names.some((name) => readFileSync(join(dist, name)).includes(module)))
    throw new Error(`no script names ${module}: what would load it?`);
  return names;
}

function sum(names) {
  return names.map((name) => measure(readFileSync(join(dist, name)))).reduce(add);
}

function measure(bytes) {
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
}

function add(a, b) {
  return { raw: a.raw + b.raw, gzip: a.gzip + b.gzip, brotli: a.brotli + b.brotli };
}
