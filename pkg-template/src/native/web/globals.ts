// Browser globals that React Native lacks or implements differently. native.mjs replaces the globals of these names.

export { fetch, Request } from "./fetch.js";
export { addEventListener, dispatchEvent, document, location, PageEvent as Event } from "./page.js";
export { Address as URL, Query as URLSearchParams } from "./url.js";

/** If there is none, only the blobs that files.ts converts are instances. */
export const File = globalThis.File ?? class {};

/** If there are no streams, nothing is an instance. */
export const ReadableStream = globalThis.ReadableStream ?? class {};

export const performance = globalThis.performance ?? { now: () => Date.now() };
