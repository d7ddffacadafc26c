// The window that the core runs in, the one it opens, and the messages between them.

import { value } from "../values.mjs";

const isSame = (one, other) =>
  one.type === other.type && one.listener === other.listener && one.capture === other.capture;

/**
 * @param {(...words: unknown[]) => void} note takes down what the core does
 * @param {(thrown: unknown) => void} threw takes what a callback of the core threw
 * @param {(url: string) => void} leaving is called with each URL that a page navigates to
 */
export const createWindows = (note, threw, leaving) => {
  let page = {};
  let plan = {};
  let closed = false;
  let looks = 0;
  let listeners = [];
  let channels = new Set();

  const peer = (name) => ({
    postMessage(text, origin) {
      note(`${name}.postMessage`, text, origin);
      if (plan.post === "throws") throw new Error("DataCloneError");
    },
  });

  const popup = {
    ...peer("popup"),
    location: {
      replace(url) {
        note("popup.location.replace", url);
        leaving(url);
        if (plan.replace === "throws") throw new Error("SecurityError");
      },
    },
    get closed() {
      if (plan.closed === "throws") throw new Error("no look at it");
      return plan.closed === undefined ? closed : value(plan.closed);
    },
    close() {
      note("popup.close");
      closed = true;
    },
  };
  const opener = peer("opener");

  class BroadcastChannel {
    #listeners = new Set();

    constructor(name) {
      note("BroadcastChannel", name);
      if (page.channels === "throw") throw new Error("no channels here");
      this.name = name;
      channels.add(this);
    }

    addEventListener(type, listener, capture) {
      note("channel.addEventListener", type, capture);
      this.#listeners.add(listener);
    }

    postMessage(text) {
      note("channel.postMessage", text);
    }

    close() {
      note("channel.close");
      channels.delete(this);
    }

    hear(event) {
      hear(this.#listeners, event);
    }
  }

  const hear = (receivers, event) => {
    for (const listener of [...receivers]) {
      try {
        listener(event);
      } catch (thrown) {
        threw(thrown);
      }
    }
  };

  const open = (url, target, features) => {
    note("open", url, target, features);
    leaving(url);
    if (plan.open === "throws") throw new Error("no windows here");
    return plan.open === "refused" ? null : plan.open === "nothing" ? undefined : popup;
  };

  class Window {}
  const window = Object.assign(new Window(), {
    location: {
      get href() {
        if (page.location === "throws") throw new Error("no location");
        return value(page.href);
      },
      assign(url) {
        note("location.assign", url);
        leaving(url);
        if (page.location === "stays") throw new Error("SecurityError");
      },
      replace(url) {
        note("location.replace", url);
        leaving(url);
        if (page.location === "stays") throw new Error("SecurityError");
      },
    },
    close() {
      note("close");
    },
    removeEventListener(type, listener, capture) {
      note("removeEventListener", type, capture);
      listeners = listeners.filter((other) => !isSame(other, { type, listener, capture }));
    },
  });
  const addEventListener = (type, listener, capture) => {
    note("addEventListener", type, capture);
    if (page.listeners === "throw") throw new Error("no listeners here");
    if (!listeners.some((other) => isSame(other, { type, listener, capture }))) {
      listeners.push({ type, listener, capture });
    }
  };
  const history = {
    get state() {
      return { router: 1 };
    },
    replaceState(state, title, url) {
      note("replaceState", state, title, url);
      if (page.history === "throttled") throw new Error("SecurityError");
      page.href = url;
    },
  };
  const hasFocus = () => {
    if (plan.focus === "throws") throw new Error("no focus");
    const focus = plan.focus ?? [true];
    return value(focus[Math.min(looks++, focus.length - 1)]);
  };
  const document = {
    get hasFocus() {
      return page.focus === "missing" ? undefined : hasFocus;
    },
  };
  const place = { screenX: 0, screenY: 0, outerWidth: 1280, outerHeight: 800 };
  for (const name of Object.keys(place)) {
    Object.defineProperty(window, name, { get: () => value(page.screen?.[name] ?? place[name]) });
  }
  Object.defineProperties(window, {
    window: { get: () => window },
    open: { get: () => (plan.open === "missing" ? undefined : open) },
    addEventListener: { get: () => (page.listeners === "missing" ? undefined : addEventListener) },
    document: { get: () => (page.document === "missing" ? undefined : document) },
    history: {
      get() {
        if (page.history === "throws") throw new Error("no history");
        return history;
      },
    },
    opener: {
      get() {
        if (page.opener === "throws") throw new Error("no look at the opener");
        return page.opener === "there" ? opener : null;
      },
    },
  });

  const senders = { popup: () => popup, opener: () => opener, stranger: () => ({}), self: () => window };

  /** Calls the window's listeners of an event. */
  const happen = (type, event) => {
    const receivers = listeners.filter((one) => one.type === type).map(({ listener }) => listener);
    hear(receivers, { ...event, type, target: window });
  };

  return {
    window,
    Window,
    popup,
    BroadcastChannel,
    begin(givenPage, givenPopup) {
      page = { ...givenPage };
      plan = givenPopup;
      closed = false;
      looks = 0;
      listeners = [];
      channels = new Set();
    },
    closePopup() {
      closed = true;
    },
    /** The person touches the page. */
    touch: () => happen("pointerdown", {}),
    /** A message comes, to the window or to every channel. */
    deliver({ via, origin, source, data }) {
      const event = { data, origin: value(origin), source: senders[source]?.() ?? null };
      if (via === "channel") for (const channel of [...channels]) channel.hear({ ...event, target: channel });
      else happen("message", event);
    },
  };
};
