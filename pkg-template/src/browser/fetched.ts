import type { Compile } from "./engine.js";

/** The SHA-256 hash of core.wasm in base64. bundle.mjs inserts it. */
declare const CORE_SHA256: string;

/**
 * Loads the core from a file beside this one, or from `wasmUrl`. Rejects any file but that of this build: one that was
 * changed, or an old copy.
 *
 * Not by `fetch(url, { integrity })`: all browsers then report a missing file and a changed one as the same error.
 */
export const fetched: Compile = async (imports, signal, wasmUrl) => {
  // Bundlers detect the file by this exact expression. Keep it in one piece.
  const answer = await fetch(wasmUrl ?? new URL("./core.wasm", import.meta.url), { signal });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  // A page on http has no `crypto.subtle`. An attacker on its network can change this script, too.
  const hash = await crypto.subtle?.digest("SHA-256", bytes);
  if (hash && btoa(String.fromCharCode(...new Uint8Array(hash))) !== CORE_SHA256)
    throw new Error(`${answer.url}: not the file of this version`);
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
};
