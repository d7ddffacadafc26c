import { invalid, WRONG_TYPE } from "./errors.js";

/** The app's own value as the core stores it. Throws `option_invalid` for one that is no JSON. */
export const appStateText = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value);
  } catch (thrown) {
    cause = thrown;
  }
  // A function, for one, has no JSON: `stringify` gives undefined, whatever its type says.
  if (text === undefined) throw invalid("option_invalid", "appState", WRONG_TYPE, cause);
  return text;
};

/** A result with the app's own value as it was given. */
export const appStateParsed = <T extends { kind: string; appState?: unknown }>(result: T): T =>
  typeof result.appState === "string" ? { ...result, appState: JSON.parse(result.appState) } : result;
