// Prints how large the files are that a page had loaded when somebody had signed in, as the tests kept them in built/loaded.
// A framework's scripts are among them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const loaded = fileURLToPath(new URL("built/loaded", import.meta.url));
// What a development server sends is not what anybody waits for.
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
