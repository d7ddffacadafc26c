import type { Compile } from "./engine.js";
import { fetchedFrom } from "./wasm-file.js";

/** The SHA-256 hash of core.wasm in base64. bundle.mjs inserts it. */
declare const CORE_SHA256: string;

/** Loads the core from the file beside this one. Bundlers detect the file by this exact expression. */
export const fetched: Compile = fetchedFrom(() => new URL("./core.wasm", import.meta.url), CORE_SHA256);
