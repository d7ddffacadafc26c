// What performs the effects of the core in a browser. `cargo xtask package` bundles it with the core's glue. It decides
// nothing: each effect is one simple action.

import { driving, type Steps } from "../../rim/drive.js";
import { attempt } from "../../rim/effects.js";
import { lockOf } from "./lock.js";
import { messagesOf } from "./messages.js";
import { pageOf } from "./page.js";
import { popupOf } from "./popup.js";
import { senderOf } from "./send.js";
import { openStorage } from "./storage.js";

/** Returns the functions of the core, which perform the effects of these exports. */
export const performing = (steps: Steps) => {
  const storage = openStorage();
  const popups = { opened: 0 };

  return driving(steps, (options, signal) => {
    const { window } = globalThis;
    const page = window && (attempt(() => window.location.href) ?? "");
    /** Ends what the call has opened. */
    const end = new AbortController();
    const popup = popupOf(window, options, popups, end.signal);
    const effects = {
      ...storage(window, options),
      ...pageOf(window),
      ...popup.effects,
      ...messagesOf(window, page, popup.window, signal, end.signal),
      ...lockOf(window, signal, end.signal),
      ...senderOf(window, options.dpop, signal),
    };
    return { page, effects, end: () => end.abort() };
  });
};
