// Whether the app is in the foreground.

import { reactNative } from "./peers.js";
import { dispatchEvent, PageEvent } from "./web/page.js";

let isFollowed = false;

/** Makes all clients read their sessions when the app returns to the foreground, as a page does. */
export const followApp = (): void => {
  if (isFollowed) return;
  isFollowed = true;
  reactNative()?.AppState?.addEventListener("change", (state) => {
    if (state === "active") dispatchEvent(new PageEvent("pageshow"));
  });
};

/** The states of an app in the background. Any other may be new, or a mock's. */
const AWAY: readonly unknown[] = ["background", "inactive"];

/**
 * Calls `call` when the app is in the foreground: at once if it is, or if that is unknown. Returns a function that
 * cancels.
 */
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
