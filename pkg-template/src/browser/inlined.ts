import base64 from "../../core/core.wasm";
import type { Compile } from "./engine.js";

/** Loads the core from bytes inside the script. Nothing is fetched. */
export const inlined: Compile = async (imports) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
};
