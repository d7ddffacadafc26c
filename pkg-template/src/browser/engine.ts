import { attempt } from "../attempt.js";
import type { Engine } from "../load.js";
import type { StagepassConfig } from "../types.js";

/** Loads the core as WebAssembly, from the source of an entry point. */
export type Compile = (...given: [...Parameters<Engine>, wasmUrl?: string | URL]) => ReturnType<Engine>;

/** Loads the core as JavaScript. */
export type Script = () => Promise<{ instantiate: (imports: WebAssembly.Imports) => WebAssembly.Exports }>;

/** Loads a core in both forms. */
export interface CoreFiles {
  wasm: Compile;
  js: Script;
}

/**
 * Returns the engine of this name. `"auto"` is WebAssembly if this page may use it, otherwise JavaScript. The files of
 * the other engine are never requested.
 */
export const engineOf =
  ({ wasm, js }: CoreFiles, { engine, wasmUrl }: Pick<StagepassConfig, "engine" | "wasmUrl"> = {}): Engine =>
  async (imports, signal) =>
    engine === "js" || (engine !== "wasm" && !canInstantiate())
      ? (await js()).instantiate(imports)
      : wasm(imports, signal, wasmUrl);

/**
 * Returns whether an empty module can be instantiated. WebAssembly may be missing (iOS in Lockdown Mode) or forbidden.
 * If a Content-Security-Policy lacks `'wasm-unsafe-eval'`, `validate()` still returns true. WebKit then even compiles
 * the module, and fails only at its instance.
 */
export const canInstantiate = (): boolean => {
  return !!attempt(() => new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))));
};
