import {
  CLOSE_SELF,
  DONE,
  GET_RANDOM,
  GET_TIME,
  NAVIGATE,
  NOW,
  RANDOM,
  REFUSED,
  REPLACE_PAGE,
  SET_ADDRESS,
} from "../../border.gen.js";
import { attempt, type Effects } from "../../rim/effects.js";

/** Effects on this page alone. */
export const pageOf = (window: Window): Effects => {
  const act = (work: () => unknown): [typeof DONE] => {
    attempt(work);
    return [DONE];
  };
  return {
    [GET_TIME]: () => [NOW, Date.now()],
    [GET_RANDOM]: () =>
      attempt(() => [RANDOM, 0, { data: String.fromCharCode(...crypto.getRandomValues(new Uint8Array(48))) }]) ?? [
        REFUSED,
      ],
    [CLOSE_SELF]: () => act(() => window.close()),
    [NAVIGATE]: (_, url) => act(() => window.location.assign(url)),
    [REPLACE_PAGE]: (_, url) => act(() => window.location.replace(url)),
    // Keeps the router's state of the history entry.
    [SET_ADDRESS]: (_, from, to) =>
      act(() => {
        const { history, location } = window;
        if (location.href === from) history.replaceState(history.state, "", to);
      }),
  };
};
