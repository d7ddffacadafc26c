import {
  CLOSE_POPUP,
  CLOSED,
  DONE,
  FOCUS_CAME_BACK,
  IS_SUPERSEDED,
  LOOK_AT_POPUP,
  LOOKS_CLOSED,
  OPEN_POPUP,
  POPUP,
  REFUSED,
} from "../../border.gen.js";
import type { CallOptions } from "../../glue.js";
import { attempt, type Effects, isObject } from "../../rim/effects.js";

/** The options of a login that has a popup. */
interface PopupOptions extends CallOptions {
  features?: unknown;
  popup?: unknown;
}

/**
 * The popup in which the user signs in, as its opener sees it.
 *
 * @param popups Counts the popups that the page has opened.
 * @param ended Ends the watch of the focus and the pointer.
 */
export const popupOf = (
  window: Window,
  { popup: given, features }: PopupOptions,
  popups: { opened: number },
  ended: AbortSignal,
) => {
  /** Undefined: the core opens it. Null: the browser blocked it. */
  let popup = (isObject(given) ? given : given === undefined ? given : null) as Window | null | undefined;
  let number = 0;
  let isTouched = false;
  let hasLostFocus = false;
  let isBack = false;

  // What it cannot read looks closed.
  const isClosed = () => attempt(() => popup?.closed) !== false;

  const navigate = (url: string) => {
    // Back must not lead to the blank page.
    if (popup) return attempt(() => [popup?.location.replace(url)]);
    const opened = popup === undefined && attempt(() => window.open(url, "_blank", features as string));
    // No window, or no `window.open`, as inside some apps.
    if (isObject(opened)) popup = opened;
    return popup;
  };

  const effects: Effects = {
    [OPEN_POPUP](_, url) {
      if (popup && isClosed()) return [CLOSED];
      if (!navigate(url)) return [REFUSED];
      number = ++popups.opened;
      // Capturing: if the popup was opened in such an event, this window has already received it.
      window.addEventListener(
        "pointerdown",
        () => {
          isTouched = true;
        },
        { capture: true, signal: ended },
      );
      return [DONE];
    },
    /**
     * The focus came back if this window lost it and has regained it, or the user has touched the page. Not every
     * browser reports the focus. `navigator.userActivation` is no alternative: WebKit reports the click that opened the
     * popup for five seconds.
     */
    [LOOK_AT_POPUP]() {
      const hasFocus = !!attempt(() => window.document.hasFocus());
      isBack ||= (hasLostFocus && hasFocus) || isTouched;
      hasLostFocus ||= !hasFocus;
      const isSuperseded = popups.opened !== number;
      const state =
        (isClosed() ? LOOKS_CLOSED : 0) + (isBack ? FOCUS_CAME_BACK : 0) + (isSuperseded ? IS_SUPERSEDED : 0);
      return [POPUP + state, Date.now()];
    },
    [CLOSE_POPUP]() {
      attempt(() => popup?.close());
      return [DONE];
    },
  };
  return { effects, window: () => popup };
};
