import { invalid, MALFORMED, MISSING, StagepassError, UNKNOWN_VALUE, WRONG_TYPE } from "./errors.js";
import type { StagepassConfig } from "./types.js";

/** What can be said of a configuration without the core, so that it is said at once: what is there, and of which type. */
export const checkShape = (config: StagepassConfig): void => {
  if (typeof config !== "object" || !config) throw new StagepassError("config_invalid");
  for (const field of ["baseUrl", "appName", "apiKey", "redirectUri", "accountKey"] as const) {
    const value: unknown = config[field];
    if (value != null && typeof value !== "string") throw invalid("config_invalid", field, WRONG_TYPE);
    const isNeeded = field === "apiKey" ? !config.appName : field === "baseUrl" || field === "redirectUri";
    if (!value && isNeeded) throw invalid("config_invalid", field, MISSING);
  }
  if (!["auto", "wasm", "js"].includes(config.engine ?? "auto"))
    throw invalid("config_invalid", "engine", UNKNOWN_VALUE);
  const storage: unknown = config.storage ?? "local";
  if (typeof storage === "object" ? !isStore(storage) : !["local", "session", "memory"].includes(storage as string))
    throw invalid("config_invalid", "storage", UNKNOWN_VALUE);
  const origins: unknown = config.origins ?? [];
  if (!Array.isArray(origins)) throw invalid("config_invalid", "origins", WRONG_TYPE);
  if (!origins.every(isOrigin)) throw invalid("config_invalid", "origins", MALFORMED);
};

const isStore = (storage: object | null): boolean =>
  ["key", "getItem", "setItem", "removeItem"].every(
    (name) => typeof storage?.[name as keyof typeof storage] === "function",
  );

/** Whether it is an origin, with or without a slash, whose answers nobody on the way can read. */
const isOrigin = (written: unknown): boolean => {
  try {
    const { href, origin } = new URL(written as string);
    return href === `${origin}/` && /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])[:/])/.test(href);
  } catch {
    return false;
  }
};
