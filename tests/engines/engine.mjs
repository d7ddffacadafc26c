// The engines of the core, each as the package ships it.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { show } from "./values.mjs";
import { createWorld } from "./world.mjs";

/** Where `cargo xtask package` writes them. */
export const CORE = new URL("../../pkg-template/core/", import.meta.url);

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {(window?: "missing" | "foreign") => Page} open a fresh instance on a fresh page, or in another world
 *
 * @typedef {object} Page
 * @property {ReturnType<typeof createWorld>} world
 * @property {object} core what the glue passes to the facade
 * @property {() => number} memory the instance's memory, in bytes
 * @property {() => boolean} isDead whether the instance has trapped
 * @property {() => string | undefined} end what the trap threw
 */

/** The core in `folder`: the glue, and for each engine a function that returns the exports of a new instance. */
export const partsOf = async (folder = CORE) => {
  const glue = await readFile(new URL("core_bg.js", folder), "utf8");
  const module = await WebAssembly.compile(await readFile(new URL("core.wasm", folder)));
  const { instantiate: js } = await import(new URL("core.js", folder).href);
  return { glue, wasm: (imports) => new WebAssembly.Instance(module, imports).exports, js };
};

/**
 * Both engines of the core in `folder`, `wasm` first.
 *
 * @returns {Promise<[Engine, Engine]>}
 */
export const bothEngines = async (folder) => {
  const { glue, wasm, js } = await partsOf(folder);
  return [engine("wasm", glue, wasm), engine("js", glue, js)];
};

/** An engine of this glue whose instances `start` makes: it takes the imports and gives the exports. */
export const engine = (name, glue, start) => ({
  name,
  open(window) {
    const world = createWorld(window);
    const core = glueFor(world.globals, glue)();
    const exports = start(core.imports);
    let end;
    core.__wbg_set_wasm(
      guarded(exports, (thrown) => {
        end = show(thrown);
        world.note("the core ended", thrown);
      }),
    );
    const isDead = () => end !== undefined;
    return { world, core, memory: () => memoryOf(exports).buffer.byteLength, isDead, end: () => end };
  },
});

/** The memory among an instance's exports, whatever its name is there. */
export const memoryOf = (exports) => Object.values(exports).find((value) => value?.buffer instanceof ArrayBuffer);

/** The imports with one of the glue's functions replaced, found by how its name begins. */
export const withImport = (imports, name, replaced) => {
  const [[module, functions]] = Object.entries(imports);
  const found = Object.entries(functions).filter(([, imported]) => imported.name.startsWith(name));
  if (found.length !== 1) throw new Error(`the glue should have one ${name}`);
  const [[short, imported]] = found;
  return { [module]: { ...functions, [short]: replaced(imported) } };
};

/**
 * The glue's `instance`, for a page with these globals. Compiled, not imported, because each page has its own globals.
 */
const glueFor = (globals, glue) => {
  const exported = "export function instance()";
  if (glue.split(/^export /m).length !== 2 || !glue.includes(exported) || /^import /m.test(glue)) {
    throw new Error("the glue should export `instance` and nothing else");
  }
  const body = `"use strict"; ${glue.replace(exported, "return function instance()")}`;
  const filename = fileURLToPath(new URL("core_bg.js", CORE));
  return compileFunction(body, Object.keys(globals), { filename })(...Object.values(globals));
};

/** The exports. After one has thrown, none runs any more. The facade does the same, for the same reasons. */
const guarded = (exports, died) => {
  let dead = false;
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [
      name,
      typeof value !== "function"
        ? value
        : (...values) => {
            if (dead) return;
            try {
              return value(...values);
            } catch (thrown) {
              dead = true;
              died(thrown);
              throw thrown;
            }
          },
    ]),
  );
};
