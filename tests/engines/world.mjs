// A pretend browser: a page with all that the core touches of one, which takes down everything the core does.

import { Random } from "./random.mjs";
import { show, value } from "./values.mjs";
import { createLocks } from "./world/locks.mjs";
import { createNetwork } from "./world/network.mjs";
import { createAbort } from "./world/signal.mjs";
import { createStorage } from "./world/storage.mjs";
import { createTime } from "./world/time.mjs";
import { createWindows } from "./world/windows.mjs";

/**
 * A page for one instance of the core. It outlives an input, as a page outlives a login. `begin` sets it up for the
 * next input.
 *
 * @param {"there" | "missing" | "foreign"} place missing on a server or in a worker, which may have everything else;
 *   foreign in the tests of an app, whose global object is not the window
 */
export const createWorld = (place = "there") => {
  /** @type {string[]} */
  let transcript = [];
  let state = "";
  let octets = new Random("");
  let randomness = "there";

  const note = (what, ...about) => {
    transcript.push([what, ...about.map(show)].join(" "));
  };
  const threw = (thrown) => note("threw", thrown);
  const leaving = (url) => {
    state = /[?&]state=([^&]*)/.exec(url)?.[1] ?? state;
  };

  const time = createTime(note, threw);
  const storage = createStorage(note);
  const locks = createLocks(note, time, threw);
  const network = createNetwork(note, time);
  const windows = createWindows(note, threw, leaving);
  const abort = createAbort(note, threw);
  const { AbortController, Signal } = abort;

  const { window, Window, BroadcastChannel } = windows;
  const crypto = {
    getRandomValues(bytes) {
      note("getRandomValues", bytes.length);
      if (randomness === "throws") throw new Error("no random numbers here");
      for (let index = 0; index < bytes.length; index++) bytes[index] = octets.below(256);
      return bytes;
    },
  };
  /** What a page has in common with a server or a worker. */
  const everywhere = { ...time.globals, AbortController, BroadcastChannel, URLSearchParams };
  const global = place === "there" ? window : {};
  const members = {
    crypto: { get: () => (randomness === "missing" ? undefined : crypto) },
    localStorage: { get: storage.local },
    sessionStorage: { get: storage.session },
    navigator: { get: locks.navigator },
    fetch: { get: network.fetch },
  };
  for (const object of place === "foreign" ? [global, window] : [global]) {
    Object.defineProperties(Object.assign(object, everywhere), members);
  }
  if (place === "foreign") global.window = window;

  const filled = (given, signal) =>
    value(given, {
      popup: () => windows.popup,
      store: storage.custom,
      dpop: () => network.proofs,
      signal: () => signal,
      filled: (text) => text.replaceAll("{state}", () => state),
    });

  return {
    /** The globals of the page, for the glue. */
    globals: {
      ...everywhere,
      globalThis: global,
      window: global.window,
      self: global,
      global: undefined,
      Window: place === "missing" ? undefined : Window,
      FinalizationRegistry: undefined,
    },
    begin(input) {
      transcript = [];
      state = input.state ?? "";
      octets = new Random(input.random.seed);
      randomness = input.random.mode;
      time.begin(input.clock);
      storage.begin(input.storage);
      locks.begin(input.locks);
      network.begin(input.answers, input.page);
      abort.begin(input.page);
      windows.begin(input.page, input.popup);
    },
    note,
    threw,
    step: time.step,
    newSignal: () => new Signal(),
    /** Converts an argument of a call. Its texts may name the current login as `{state}`. */
    value: filled,
    /** Schedules an event of the page. */
    plan(event, signal) {
      time.after(event.after, () => {
        note("then", event.kind);
        if (event.kind === "message") windows.deliver({ ...event, data: filled(event.data, signal) });
        else if (event.kind === "close") windows.closePopup();
        else if (event.kind === "touch") windows.touch();
        else if (event.kind === "abort") signal.fire();
        else if (event.kind === "clock") time.setClock(value(event.shows));
        else storage.change(event.area, filled(event.key), filled(event.value));
      });
    },
    /** The value in an area under a key. */
    stored: storage.stored,
    /** Everything that the core did, and what it left. */
    transcript: () => [...transcript, `stored ${show(storage.contents())}`],
  };
};
