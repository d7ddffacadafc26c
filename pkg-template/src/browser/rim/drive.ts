// What performs the effects of the core in a browser. `cargo xtask package` bundles it with the core's glue. It decides
// nothing: each effect is one simple action.

import { ABORTED, END, REFUSED } from "../../border.gen.js";
import { type End, loginOf, sessionOf } from "../../core-result.js";
import type { CallOptions, CoreFunctions } from "../../glue.js";
import { attempt, type Effects } from "./effects.js";
import { lockOf } from "./lock.js";
import { messagesOf } from "./messages.js";
import { pageOf } from "./page.js";
import { popupOf } from "./popup.js";
import { senderOf } from "./send.js";
import { openStorage } from "./storage.js";

/** An effect (`src/rim/steps.rs`): a kind less than `END`, the flow, a number and texts. At the end, how it ended. */
type Step = End;

/** The exports of the core. */
export interface Steps {
  login(config: unknown, options: object): Step;
  handleRedirect(options: object): Step;
  session(ask: number, config: unknown, options: object): Step;
  resume(flow: number, kind: number, number: number, value: unknown): Step;
}

/** Returns the functions of the core, which perform the effects of these exports. */
export const performing = (steps: Steps): CoreFunctions => {
  const storage = openStorage();
  let opened = 0;
  const popups = { open: () => ++opened, latest: () => opened };

  // An async function runs synchronously up to its first await, so a login opens its popup inside the click.
  const drive = async <T>(options: CallOptions, begin: (options: object) => Step, convert: (end: End) => T) => {
    const { window } = globalThis;
    const page = window && (attempt(() => window.location.href) ?? "");
    let step = begin({ ...options, page });
    const signal = options.signal || undefined;
    /** Ends what the flow has opened. */
    const end = new AbortController();
    const popup = popupOf(window, options, popups, end.signal);
    const effects: Effects = {
      ...storage(window, options),
      ...pageOf(window),
      ...popup.effects,
      ...messagesOf(window, page, popup.window, signal, end.signal),
      ...lockOf(window, signal, end.signal),
      ...senderOf(window, options.dpop, signal),
    };
    try {
      while (step[0] < END) {
        const [effect, flow, ...values] = step;
        const outcome = effects[effect]?.(...values) ?? [REFUSED];
        const [kind, number = 0, value] = "then" in outcome ? await outcome : outcome;
        // Only what takes time can be aborted.
        step =
          "then" in outcome && signal?.aborted
            ? steps.resume(flow, ABORTED, 0, undefined)
            : steps.resume(flow, kind, number, value);
      }
    } finally {
      end.abort();
    }
    return convert(step);
  };

  return {
    login: (config, options) => drive(options, (own) => steps.login(config, own), loginOf),
    handleRedirect: (options) => drive(options, (own) => steps.handleRedirect(own), loginOf),
    session: (ask: number, config: object | string, options: CallOptions) =>
      drive(
        options,
        (own) => steps.session(ask, config, own),
        (end) => sessionOf(ask, end),
      ),
  } as CoreFunctions;
};
