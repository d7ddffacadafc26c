// What the shared files use of a browser and React Native lacks, has half, or has otherwise: native.mjs puts these in the place
// of the globals of the same names.

export { fetch, Request } from "./fetch.js";
export { addEventListener, dispatchEvent, document, location, PageEvent as Event } from "./page.js";
export { Address as URL, Query as URLSearchParams } from "./url.js";

/** Where there is none, nothing is one but what files.ts makes of a blob. */
export const File = globalThis.File ?? class {};

/** Where there are no streams, nothing is one. */
export const ReadableStream = globalThis.ReadableStream ?? class {};

export const performance = globalThis.performance ?? { now: () => Date.now() };
