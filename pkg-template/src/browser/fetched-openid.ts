import type { Compile } from "./engine.js";
import { fetchedFrom } from "./wasm-file.js";

/** The SHA-256 hash of openid.wasm in base64. bundle.mjs inserts it. */
declare const OPENID_SHA256: string;

/** Loads the core for any provider from the file beside this one. Bundlers detect the file by this exact expression. */
export const fetchedOpenId: Compile = fetchedFrom(() => new URL("./openid.wasm", import.meta.url), OPENID_SHA256);
