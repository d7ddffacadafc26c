import { WRONG_TYPE } from "./border.gen.js";
import { invalid } from "./errors.js";
import type { CoreResult } from "./glue.js";
import type { SignedIn, User } from "./types.js";

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

type Arrived = Extract<CoreResult, { client: string }>;

/** What the core came to, as the app is told: with who signed in, whom `ask` asks for, and with its own value as it was given. */
export const arrival = async (
  result: CoreResult,
  ask: (arrived: Arrived) => Promise<User>,
): Promise<SignedIn | Exclude<CoreResult, Arrived>> => {
  if (result.kind !== "signed-in") return result;
  const user = await ask(result);
  const { kind, appState } = result;
  return { kind, user, ...(appState && { appState: JSON.parse(appState) }) };
};
