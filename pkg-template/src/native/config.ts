import { MISSING } from "../border.gen.js";
import { checkConfig as checkShared } from "../config.js";
import { invalid, StagepassError } from "../errors.js";
import type { NativeConfig } from "./types.js";

/** The fields of a phone's configuration. */
const KNOWN =
  "baseUrl apiKey appName redirectUri accessServer origins storage accountKey requireIss tokenFormat dpop keys browser random links".split(
    " ",
  );

/** The methods that each object of the app must have. */
const METHODS = {
  storage: ["getItem", "setItem", "removeItem"],
  browser: ["open"],
  links: ["initial", "listen"],
  keys: ["create", "find", "remove"],
} as const;

/** Returns a copy of the configuration. Throws `config_invalid` for what can be checked without the core. */
export const checkConfig = (config: NativeConfig): NativeConfig => {
  checkShared({ ...config, storage: undefined }, KNOWN);
  if (!config.redirectUri) throw invalid("config_invalid", "redirectUri", MISSING);
  const { storage, random } = config;
  if (typeof storage === "string" && storage !== "memory") throw unusable('storage must be "memory" or a store.');
  for (const [field, names] of Object.entries(METHODS)) {
    const given: unknown = config[field as keyof typeof METHODS];
    if (given === undefined || given === null || given === "memory") continue;
    const lacking = names.find((name) => typeof (given as { [name: string]: unknown })[name] !== "function");
    if (lacking) throw unusable(`${field} has no method ${lacking}: add it.`);
  }
  if (random !== undefined && typeof random !== "function") throw unusable("random must be a function.");
  if (config.dpop === true && !config.keys) throw unusable("dpop needs keys: pass the result of keychainKeys().");
  return { ...config, dpop: config.keys ? config.dpop : false };
};

const unusable = (message: string) => new StagepassError("config_invalid", { message });
