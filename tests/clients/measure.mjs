// node measure.mjs FOLDER FILE...: how many bytes these files have, as they are and with brotli at 11, as JSON.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const [folder, ...names] = process.argv.slice(2);
const files = names.map((name) => readFileSync(join(folder, name)));
const sum = (sizes) => sizes.reduce((all, size) => all + size, 0);
const raw = sum(files.map((file) => file.length));
const brotli = sum(files.map((file) => brotliCompressSync(file).length));
console.log(JSON.stringify({ raw, brotli }));
