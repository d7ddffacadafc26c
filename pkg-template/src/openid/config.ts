import { MISSING, UNKNOWN_VALUE, WRONG_TYPE } from "../border.gen.js";
import { checkShared, reportUnknown } from "../config.js";
import { invalid, StagepassError } from "../errors.js";
import type { OpenIdConfig } from "../types/openid.js";
import { OPENID_FIELDS } from "./fields.js";

/** What is wrong with scopes. */
export const SCOPE = "scope must be a string: names of scopes, separated by single spaces.";

/**
 * Returns a copy of the configuration, because the app may change its own object later. Throws `config_invalid` at once
 * for what can be checked without the core. Reports unknown fields to the console, once.
 */
export const checkOpenIdConfig = (config: OpenIdConfig): OpenIdConfig => {
  if (typeof config !== "object" || !config) throw new StagepassError("config_invalid");
  reportUnknown(config, OPENID_FIELDS);
  for (const field of ["issuer", "clientId", "redirectUri", "accountKey"] as const) {
    const value: unknown = config[field];
    if (value != null && typeof value !== "string") throw invalid("config_invalid", field, WRONG_TYPE);
  }
  for (const field of ["issuer", "clientId"] as const) {
    if (!config[field]) throw invalid("config_invalid", field, MISSING);
  }
  if (typeof (config.scope ?? "") !== "string") throw new StagepassError("config_invalid", { message: SCOPE });
  if (typeof (config.metadata ?? {}) !== "object") throw invalid("config_invalid", "metadata", UNKNOWN_VALUE);
  checkShared(config);
  return { ...config };
};
