// Time that passes only when nothing else is left to do, and a clock that a test sets.

import { value } from "../values.mjs";

/**
 * @param {(...words: unknown[]) => void} note takes down what the core does
 * @param {(thrown: unknown) => void} threw takes what a callback of the core threw
 */
export const createTime = (note, threw) => {
  let now = 0;
  let order = 0;
  /** @type {{ at: number, order: number, run: () => void }[]} */
  let events = [];
  let clock = { shows: 0, since: 0 };
  let readings = 0;
  /** @type {{ reading: number, shows: number }[]} */
  let jumps = [];

  const after = (milliseconds, run) => {
    const event = { at: now + milliseconds, order: order++, run };
    events.push(event);
    return event;
  };

  const guarded = (callback) => () => {
    try {
      callback();
    } catch (thrown) {
      threw(thrown);
    }
  };

  return {
    begin(given) {
      now = 0;
      events = [];
      readings = 0;
      clock = { shows: value(given.shows), since: 0 };
      jumps = given.jumps ?? [];
    },
    after,
    setClock(shows) {
      clock = { shows, since: now };
    },
    /** Lets the next event happen; false if there is none. */
    step() {
      const next = events.reduce(
        (first, event) =>
          !first || event.at < first.at || (event.at === first.at && event.order < first.order) ? event : first,
        undefined,
      );
      if (!next) return false;
      events = events.filter((event) => event !== next);
      now = next.at;
      next.run();
      return true;
    },
    globals: {
      setTimeout(callback, milliseconds) {
        note("setTimeout", milliseconds);
        return after(milliseconds, guarded(callback));
      },
      clearTimeout(timer) {
        note("clearTimeout");
        events = events.filter((event) => event !== timer);
      },
      queueMicrotask(callback) {
        note("queueMicrotask");
        queueMicrotask(guarded(callback));
      },
      Date: {
        now() {
          const jump = jumps.find(({ reading }) => reading === readings);
          if (jump) clock = { shows: value(jump.shows), since: now };
          readings++;
          // A string stands for what only a broken host shows.
          const shows = typeof clock.shows === "number" ? clock.shows + (now - clock.since) : clock.shows;
          note("Date.now", shows);
          return shows;
        },
      },
    },
  };
};
