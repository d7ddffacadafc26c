import { LOGIN_PREFIX, VERSION } from "../border.gen.js";
import { handleRedirect } from "../entry/index.js";
import type { StagepassError } from "../errors.js";

/**
 * Runs a callback page: finishes the login. If the page stays, it shows the result in its `<main>`, if there is one.
 */
export const runCallbackPage = async (): Promise<void> => {
  if (typeof document === "undefined") return;
  // `oauth.diagnose` reads it: a copy of this script may be older than the app's package.
  document.documentElement.dataset.stagepass = VERSION;
  // Read now, because the login deletes its record and cleans the address.
  const state = /state=(sp1\.[\w.-]+)/.exec(location.href)?.[1] ?? "";
  const record = recordOf(state);
  const result = await handleRedirect().catch((error: StagepassError) => error);
  if ("kind" in result && result.kind === "returning") return;
  const place = document.querySelector("main") ?? document.body;
  try {
    // A script of its own, because most logins do not need it.
    (await import("../entry/callback-result.js")).showResult(place, result, state, record);
  } catch {
    place.textContent = "title" in result ? result.title : "You can close this window.";
  }
};

/** Returns the login's record, or nothing if there is none, or no storage. */
const recordOf = (state: string): string | undefined => {
  try {
    return localStorage[LOGIN_PREFIX + state];
  } catch {
    return undefined;
  }
};
