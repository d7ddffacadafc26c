// The lists that `cargo xtask codes` writes for the facade.

import { readFile } from "node:fs/promises";

const source = await readFile(new URL("../../pkg-template/src/errors.gen.ts", import.meta.url), "utf8");

const list = (name) => {
  const [, items] = source.match(new RegExp(`const ${name}\\b.* = \\[\\n([^]*?),\\n\\]`));
  return JSON.parse(`[${items}]`);
};

/** Every code, by the number that the core throws. */
export const CODES = list("CODES");
/** Every field, by the upper bits of the detail. */
export const FIELDS = list("FIELDS");
/** Every fault, by the lower four. */
export const FAULTS = list("FAULTS");
