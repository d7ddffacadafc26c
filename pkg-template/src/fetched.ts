/** How long the core may take to arrive, in milliseconds. */
const LOAD_DEADLINE = 30_000;

/** The core from a file beside this one, or from `wasmUrl`. */
export const fetched = async (imports: WebAssembly.Imports, wasmUrl?: string | URL): Promise<WebAssembly.Exports> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), LOAD_DEADLINE);
  try {
    // Bundlers find the file by this very expression: it must stay in one piece.
    const answer = await fetch(wasmUrl ?? new URL("./core.wasm", import.meta.url), { signal: deadline.signal });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    // Streaming refuses every other type, also this one with a parameter; and many servers do not know .wasm.
    const { instance } =
      answer.headers.get("content-type") === "application/wasm"
        ? await WebAssembly.instantiateStreaming(answer, imports)
        : await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
    return instance.exports;
  } finally {
    clearTimeout(timer);
  }
};
