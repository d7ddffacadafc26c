import base64 from "../core/core.wasm";

/** The core from bytes that came with the script: nothing is fetched. */
export const inlined = async (imports: WebAssembly.Imports): Promise<WebAssembly.Exports> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
};
