import { DONE, NOW, RANDOM, REFUSED } from "../../border.gen.js";
import { attempt, type Effects } from "./effects.js";

/** Effects on this page alone. */
export const pageOf = (window: Window): Effects => {
  const act = (work: () => unknown): [typeof DONE] => {
    attempt(work);
    return [DONE];
  };
  return {
    now: () => [NOW, Date.now()],
    random: () => {
      const bytes = new Uint8Array(48);
      return attempt(() => [crypto.getRandomValues(bytes)]) ? [RANDOM, 0, String.fromCharCode(...bytes)] : [REFUSED];
    },
    close: () => act(() => window.close()),
    assign: (_, url) => act(() => window.location.assign(url)),
    replace: (_, url) => act(() => window.location.replace(url)),
    // Keeps the router's state of the history entry.
    setAddress: (_, from, to) =>
      act(() => {
        const { history, location } = window;
        if (location.href === from) history.replaceState(history.state, "", to);
      }),
  };
};
