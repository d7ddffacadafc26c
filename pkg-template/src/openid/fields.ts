import type { OpenIdConfig } from "../types/openid.js";

/** The fields of the configuration of a client of any provider. */
export const OPENID_FIELDS: readonly string[] = [
  "issuer",
  "clientId",
  "redirectUri",
  "scope",
  "metadata",
  "origins",
  "storage",
  "accountKey",
  "requireIss",
  "dpop",
  "wasmUrl",
  "engine",
] satisfies (keyof OpenIdConfig)[];
