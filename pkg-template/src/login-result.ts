import { WRONG_TYPE } from "./border.gen.js";
import { invalid, type StagepassError } from "./errors.js";
import type { CoreResult } from "./glue.js";
import type { Kind, OfStagepass, Terms } from "./terms.js";
import { parsed } from "./user.js";

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

/** The result for the app, and why the user's profile could not be read. */
export type Arrival<Result> = [result: Result, failure: StagepassError | undefined];

/**
 * Converts the core's result for the app: adds the user, and parses `appState`. If the service has not sent the profile
 * with the tokens, `ask` requests it. The user is signed in even if that request fails, or if nothing can be asked.
 */
export const arrival = async <Result extends Kind["login" | "redirect"], K extends Kind = OfStagepass>(
  result: CoreResult,
  { userOf }: Terms<K>,
  ask?: (arrived: Arrived) => Promise<K["user"]>,
): Promise<Arrival<Result>> => {
  const { kind } = result;
  if (kind !== "signed-in") return [{ kind } as Result, undefined];
  const { appState } = result;
  let user: K["user"] | undefined;
  let failure: StagepassError | undefined;
  try {
    user = userOf(parsed(result.user)) ?? (await ask?.(result));
  } catch (error) {
    failure = error as StagepassError;
  }
  const signedIn = { kind, ...(user && { user }), ...(appState && { appState: JSON.parse(appState) }) };
  return [signedIn as Result, failure];
};
