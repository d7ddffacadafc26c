// Writes src/rim/web/dpop.gen.js of the crate from src/entry/dpop.ts, so that both send proofs by the same code.
// `--check` writes nothing, and fails if the file is out of date.
//
// One file, because the modules that wasm-bindgen copies into an app cannot import each other.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = from("../src/rim/web/dpop.gen.js");

const { outputFiles } = await build({
  entryPoints: [from("src/entry/dpop.ts")],
  bundle: true,
  write: false,
  format: "esm",
  platform: "browser",
  target: "es2020",
  legalComments: "none",
  banner: { js: "// Written by `npm run dpop` in pkg-template from src/entry/dpop.ts. Do not edit." },
  logLevel: "warning",
});
const { text } = outputFiles[0];

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text)
  throw new Error("src/rim/web/dpop.gen.js is out of date: run `npm run dpop` in pkg-template, and commit the result");
