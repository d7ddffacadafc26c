import type { Compile } from "./engine.js";

/** The core from a file beside this one, or from `wasmUrl`. */
export const fetched: Compile = async (imports, signal, wasmUrl) => {
  // Bundlers find the file by this very expression: it must stay in one piece.
  const answer = await fetch(wasmUrl ?? new URL("./core.wasm", import.meta.url), { signal });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  // Streaming refuses every other type, also this one with a parameter; and many servers do not know .wasm.
  const { instance } =
    answer.headers.get("content-type") === "application/wasm"
      ? await WebAssembly.instantiateStreaming(answer, imports)
      : await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  return instance.exports;
};
