// Whether somebody has the app before them.

import { reactNative } from "./peers.js";
import { dispatchEvent, PageEvent } from "./web/page.js";

let isFollowed = false;

/** Has all clients look at their sessions whenever the app is turned to again, as a page does. */
export const followApp = (): void => {
  if (isFollowed) return;
  isFollowed = true;
  reactNative()?.AppState?.addEventListener("change", (state) => {
    if (state === "active") dispatchEvent(new PageEvent("pageshow"));
  });
};

/** The states of an app that nobody has before them. Any other may be something new, or a mock's. */
const AWAY: readonly unknown[] = ["background", "inactive"];

/** Calls `call` when somebody has the app before them: at once if so, and where nobody can tell. Gives what ends the wait. */
export const whenActive = (call: () => void): (() => void) => {
  const { AppState } = reactNative() ?? {};
  if (!AppState || !AWAY.includes(AppState.currentState)) {
    call();
    return () => {};
  }
  const subscription = AppState.addEventListener("change", (state) => {
    if (state !== "active") return;
    subscription.remove();
    call();
  });
  return () => subscription.remove();
};
