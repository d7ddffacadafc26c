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
  entryPoints: ["index.js", "callback.js"],
  bundle: true,
  splitting: true,
  format: "esm",
  outdir: "never-written",
  write: false,
  metafile: true,
  logLevel: "error",
});
// What is loaded only when it is used (`import()`) is no part of a login.
const scripts = [];
for (const entry of ["index.js", "callback.js"]) visit(entry);
const texts = scripts.map((name) => readFileSync(join(dist, name)));
if (!texts.some((text) => text.includes("core.wasm"))) throw new Error("no script names core.wasm: what would load it?");

const wasm = measure(readFileSync(join(dist, "core.wasm")));
const javascript = texts.map(measure).reduce(add);
const glue = await transform(readFileSync("core/core_bg.js", "utf8"), { minify: true, format: "esm", target: "es2020" });
console.log(
  JSON.stringify({
    wasm,
    javascript,
    total: add(wasm, javascript),
    "core.js": measure(readFileSync(join(dist, "core.js"))),
    "glue alone": measure(Buffer.from(glue.code)),
    // It goes into the app, not over the network at each visit; compressed, it can be held beside the others.
    "react-native": measure(readFileSync(join(dist, "../react-native/index.js"))),
    files: [...scripts.map((name) => basename(name)), "core.wasm"],
  }),
);

function visit(name) {
  if (scripts.includes(name)) return;
  scripts.push(name);
  for (const { path, kind } of metafile.inputs[name].imports) if (kind === "import-statement") visit(path);
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
