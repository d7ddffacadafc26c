import { attempt } from "./attempt.js";
import { MISSING, UNKNOWN_VALUE, WRONG_TYPE } from "./border.gen.js";
import { invalid, StagepassError } from "./errors.js";
import { KNOWN, unknownFields } from "./known-fields.js";
import type { StagepassConfig } from "./types.js";

/** The unknown fields that were reported. */
const reported: string[] = [];

/**
 * Returns a copy of the configuration, because the app may change its own object later. Throws `config_invalid` at once
 * for what can be checked without the core: missing fields, and values of the wrong type. Reports unknown fields to the
 * console, once.
 *
 * @param known The fields of this platform.
 */
export const checkConfig = (config: StagepassConfig, known = KNOWN): StagepassConfig => {
  if (typeof config !== "object" || !config) throw new StagepassError("config_invalid");
  reportUnknown(config, known);
  for (const field of ["baseUrl", "apiKey", "appName", "redirectUri", "accountKey"] as const) {
    const value: unknown = config[field];
    if (value != null && typeof value !== "string") throw invalid("config_invalid", field, WRONG_TYPE);
    if (!value && field === "baseUrl") throw invalid("config_invalid", field, MISSING);
  }
  if (!config.apiKey && !config.appName) {
    throw new StagepassError("config_invalid", { message: "Set apiKey or appName." });
  }
  checkShared(config);
  return { ...config };
};

/** Reports unknown fields to the console, once. */
export const reportUnknown = (config: object, known: readonly string[]): void => {
  for (const name of unknownFields(config, known)) {
    if (reported.includes(name)) continue;
    reported.push(name);
    console.warn(`Stagepass: unknown field ${name}. Known: ${known}.`);
  }
};

/** Checks the fields that the clients of all providers have. */
export const checkShared = (config: Pick<StagepassConfig, "engine" | "dpop" | "storage" | "origins">): void => {
  if (!["wasm", "js", "auto"].includes(config.engine ?? "auto"))
    throw invalid("config_invalid", "engine", UNKNOWN_VALUE);
  if (!["auto", true, false].includes(config.dpop ?? false)) throw invalid("config_invalid", "dpop", UNKNOWN_VALUE);
  const storage: unknown = config.storage ?? "local";
  if (typeof storage === "object" ? !isStore(storage) : !["local", "session", "memory"].includes(storage as string))
    throw invalid("config_invalid", "storage", UNKNOWN_VALUE);
  const origins: unknown = config.origins ?? [];
  if (!Array.isArray(origins)) throw invalid("config_invalid", "origins", WRONG_TYPE);
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    const message = `origins must be a list of https origins without a path. This is none: ${JSON.stringify(origin)}.`;
    throw new StagepassError("config_invalid", { message });
  }
};

const isStore = (storage: object | null): boolean =>
  ["key", "getItem", "setItem", "removeItem"].every(
    (name) => typeof storage?.[name as keyof typeof storage] === "function",
  );

/** Returns whether `written` is an origin, with or without a slash, over https or on localhost. */
const isOrigin = (written: unknown): boolean => {
  const url = attempt(() => new URL(written as string));
  return url?.href === `${url?.origin}/` && /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])[:/])/.test(url.href);
};
