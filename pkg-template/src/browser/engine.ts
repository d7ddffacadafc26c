import type { Engine } from "../load.js";
import type { StagepassConfig } from "../types.js";

/** The core as WebAssembly, from wherever an entry point has it. */
export type Compile = (...given: [...Parameters<Engine>, wasmUrl?: string | URL]) => ReturnType<Engine>;

/**
 * The engine that `engine` names; for `"auto"`, WebAssembly where this page may use it, and else JavaScript. What the other
 * one would need is never asked for.
 */
export const engineOf =
  (compile: Compile, { engine, wasmUrl }: Pick<StagepassConfig, "engine" | "wasmUrl"> = {}): Engine =>
  async (imports, signal) =>
    engine === "js" || (engine !== "wasm" && !canInstantiate())
      ? // Bundlers find the file by this very expression: it must stay in one piece.
        (await import("../core.js")).instantiate(imports)
      : compile(imports, signal, wasmUrl);

/**
 * Whether the smallest of modules, its header alone, comes to life here. There may be no WebAssembly (iOS in Lockdown Mode),
 * or it may be forbidden: where a Content-Security-Policy lacks `'wasm-unsafe-eval'`, `validate()` still says yes, and in
 * WebKit the module can be made as well; only its instance is refused.
 */
export const canInstantiate = (): boolean => {
  try {
    return !!new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
};
