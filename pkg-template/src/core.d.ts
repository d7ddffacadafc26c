// The types of the core as JavaScript, `core/core.js`. `cargo xtask package` translates it from the same module as
// core.wasm.

/** Returns the exports of an instance, like `WebAssembly.instantiate`. */
export function instantiate(imports: WebAssembly.Imports): WebAssembly.Exports;
