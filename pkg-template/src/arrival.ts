import { WRONG_TYPE } from "./border.gen.js";
import { invalid } from "./errors.js";
import type { CoreResult } from "./glue.js";
import type { SignedIn, User } from "./types.js";

/** Returns `appState` as the core stores it. Throws `option_invalid` if JSON cannot contain it. */
export const appStateText = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value);
  } catch (thrown) {
    cause = thrown;
  }
  // A function, for example, has no JSON: `stringify` then returns undefined, despite its type.
  if (text === undefined) throw invalid("option_invalid", "appState", WRONG_TYPE, cause);
  return text;
};

type Arrived = Extract<CoreResult, { client: string }>;

/** Converts the core's result for the app: adds the user, which `ask` requests, and parses `appState`. */
export const arrival = async (
  result: CoreResult,
  ask: (arrived: Arrived) => Promise<User>,
): Promise<SignedIn | Exclude<CoreResult, Arrived>> => {
  if (result.kind !== "signed-in") return result;
  const user = await ask(result);
  const { kind, appState } = result;
  return { kind, user, ...(appState && { appState: JSON.parse(appState) }) };
};
