// The types of the core as JavaScript, `core/core.js`: what `cargo xtask package` makes of the very module that core.wasm is.

/** An instance, as `WebAssembly.instantiate` would make one; its exports. */
export function instantiate(imports: WebAssembly.Imports): WebAssembly.Exports;
