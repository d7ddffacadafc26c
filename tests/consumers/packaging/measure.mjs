// Prints the sizes of the files that a page had loaded at the end of a login, as saved in built/loaded by the tests.
// A framework's scripts are among them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const loaded = fileURLToPath(new URL("built/loaded", import.meta.url));
// A development server's files are not what users load.
const consumers = existsSync(loaded) ? readdirSync(loaded).filter((name) => name !== "vite-dev") : [];

const columns = (cells) => cells.map((cell, at) => String(cell)[at ? "padStart" : "padEnd"](12)).join(" ");
console.log(`\n${columns(["a login by", "JavaScript", "brotli 11", "wasm", "brotli 11"])}`);
for (const consumer of consumers) {
  const sizes = { js: [0, 0], wasm: [0, 0] };
  for (const name of readdirSync(join(loaded, consumer))) {
    const bytes = readFileSync(join(loaded, consumer, name));
    const size = sizes[name.endsWith(".wasm") ? "wasm" : "js"];
    size[0] += bytes.length;
    size[1] += brotliCompressSync(bytes).length;
  }
  console.log(columns([consumer, ...sizes.js, ...sizes.wasm]));
}
