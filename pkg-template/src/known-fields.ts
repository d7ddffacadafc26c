import type { StagepassConfig } from "./types.js";

/** The fields of a browser's configuration. */
export const KNOWN: readonly string[] = [
  "baseUrl",
  "apiKey",
  "appName",
  "redirectUri",
  "accessServer",
  "origins",
  "storage",
  "accountKey",
  "requireIss",
  "tokenFormat",
  "dpop",
  "wasmUrl",
  "engine",
] satisfies (keyof StagepassConfig)[];

/** Returns the names of fields that have a value and no effect, such as misspelled ones. */
export const unknownFields = (config: object, known: readonly string[]): string[] =>
  Object.entries(config).flatMap(([name, value]) => (value == null || known.includes(name) ? [] : name));
