import type { StagepassConfig } from "../types.js";

/** The fields that Stagepass knows. */
const FIELDS: { [field in keyof Required<StagepassConfig>]: true } = {
  baseUrl: true,
  apiKey: true,
  appName: true,
  redirectUri: true,
  accessServer: true,
  origins: true,
  storage: true,
  accountKey: true,
  requireIss: true,
  wasmUrl: true,
  engine: true,
};

/** Returns the names of fields that have a value and no effect, such as misspelled ones. */
export const unknownFieldsOf = (config: StagepassConfig): string[] =>
  Object.entries(config)
    .filter(([field, value]) => !(field in FIELDS) && value != null)
    .map(([field]) => field);
