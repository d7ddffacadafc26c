import type { Compile } from "./engine.js";

/** Loads the core from a file beside this one, or from `wasmUrl`. */
export const fetched: Compile = async (imports, signal, wasmUrl) => {
  // Bundlers detect the file by this exact expression. Keep it in one piece.
  const answer = await fetch(wasmUrl ?? new URL("./core.wasm", import.meta.url), { signal });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  // Streaming rejects any other type, also this one with a parameter. Many servers do not know .wasm.
  const { instance } =
    answer.headers.get("content-type") === "application/wasm"
      ? await WebAssembly.instantiateStreaming(answer, imports)
      : await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  return instance.exports;
};
