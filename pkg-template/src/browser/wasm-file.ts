import type { Compile } from "./engine.js";

/**
 * Returns what loads the core from a file of the package, or from `wasmUrl`. Rejects any file but that of this build:
 * one that was changed, or an old copy.
 *
 * Not by `fetch(url, { integrity })`: all browsers then report a missing file and a changed one as the same error.
 *
 * @param file Returns the file's URL.
 * @param sha256 The hash of the file, in base64.
 */
export const fetchedFrom =
  (file: () => URL, sha256: string): Compile =>
  async (imports, signal, wasmUrl) => {
    const answer = await fetch(wasmUrl ?? file(), { signal });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    const bytes = await answer.arrayBuffer();
    // A page on http has no `crypto.subtle`. An attacker on its network can change this script, too.
    const hash = await crypto.subtle?.digest("SHA-256", bytes);
    if (hash && btoa(String.fromCharCode(...new Uint8Array(hash))) !== sha256)
      throw new Error(`${answer.url}: not the file of this version`);
    return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
  };
