// A fake browser: pages of one origin with one store, which open each other and post messages. One of them is this
// process, with the client under test. In the others only the core runs, as in another tab and in a popup.

import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import type { Glue } from "../../src/glue.js";
import { documentHead } from "../support/document-head.js";

const pages = new WeakSet<object>();

/** js-sys checks the class of what it finds. */
const PretendWindow = Object.defineProperty(class {}, Symbol.hasInstance, {
  value: (found: object) => pages.has(found),
});

/** BroadcastChannel is missing here, as in some browsers. */
class NoChannel {
  constructor() {
    throw new Error("no channels here");
  }
}

export class Browser {
  /** Returns where a page arrives that is sent to `url`. */
  visit: (url: string) => string = (url) => url;
  isBlocking = false;
  fetch: typeof globalThis.fetch = globalThis.fetch;
  readonly #stored = new Map<string, string>();
  readonly #tabs = new Set<Tab>();
  readonly #locks = new Map<string, Promise<unknown>>();

  /** Returns the store as a page sees it. Its changes are reported to the others. */
  storageFor(own: Tab): Storage {
    const stored = this.#stored;
    const notify = (key: string) => {
      for (const tab of this.#tabs) if (tab !== own) tab.dispatch("storage", { key });
    };
    return {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        stored.set(key, String(value));
        notify(key);
      },
      removeItem(key: string) {
        if (stored.delete(key)) notify(key);
      },
      key: (index: number) => [...stored.keys()][index] ?? null,
      clear: () => stored.clear(),
      get length() {
        return stored.size;
      },
    };
  }

  /** Web Locks: one holder at a time, first come, first served. */
  readonly locks = {
    request: (name: string, ...more: unknown[]): Promise<unknown> => {
      const granted = more[more.length - 1] as (lock: object) => unknown;
      const turn = (this.#locks.get(name) ?? Promise.resolve()).then(() => granted({ name }));
      this.#locks.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };

  add(tab: Tab): void {
    this.#tabs.add(tab);
  }
}

/** A page. */
export class Tab {
  readonly #events = new EventTarget();
  readonly #browser: Browser;
  readonly #window: object;
  href: string;

  /** @param window The global object of the page's scripts. */
  constructor(browser: Browser, href: string, window: object = {}, opener: object | null = null) {
    this.#browser = browser;
    this.#window = window;
    this.href = href;
    pages.add(window);
    browser.add(this);
    for (const [name, value] of Object.entries(this.#globals(opener))) {
      Object.defineProperty(window, name, { value, configurable: true, writable: true });
    }
  }

  /** Dispatches an event after the page's scripts have ended. */
  dispatch(type: string, about: object): void {
    setImmediate(() => this.#events.dispatchEvent(Object.assign(new Event(type), about)));
  }

  /** Returns the core in core/, running in this page. */
  core(folder: URL): Glue {
    const glue = readFileSync(new URL("core_bg.js", folder), "utf8").replace(
      /^export (?=function instance)/m,
      "return ",
    );
    const names = ["globalThis", "window", "self", "global", "Window", "BroadcastChannel"];
    const values = [this.#window, this.#window, this.#window, undefined, PretendWindow, NoChannel];
    const instance = compileFunction(glue, names)(...values)();
    const module = new WebAssembly.Module(readFileSync(new URL("core.wasm", folder)));
    instance.__wbg_set_wasm(new WebAssembly.Instance(module, instance.imports).exports);
    return instance;
  }

  #globals(opener: object | null) {
    const go = (url: string) => {
      this.href = this.#browser.visit(url);
    };
    const tab = this;
    return {
      Window: PretendWindow,
      BroadcastChannel: NoChannel,
      window: this.#window,
      self: this.#window,
      opener,
      crypto: globalThis.crypto,
      location: {
        get href() {
          return tab.href;
        },
        assign: go,
        replace: go,
      },
      history: {
        state: null,
        replaceState: (_state: unknown, _title: string, url: string) => {
          this.href = new URL(url, this.href).href;
        },
      },
      document: Object.assign(new EventTarget(), { hasFocus: () => true }, documentHead(new Set())),
      localStorage: this.#browser.storageFor(this),
      navigator: { locks: this.#browser.locks },
      fetch: ((...values) => this.#browser.fetch(...values)) as typeof fetch,
      addEventListener: this.#events.addEventListener.bind(this.#events),
      // Node takes a boolean to add a listener, and not to remove it.
      removeEventListener: (type: string, listener: EventListener, options?: boolean | EventListenerOptions) =>
        this.#events.removeEventListener(type, listener, options === true ? { capture: true } : options),
      dispatchEvent: this.#events.dispatchEvent.bind(this.#events),
      open: (url: string) => (this.#browser.isBlocking ? null : this.#open(url)),
      close: () => {},
      screenX: 0,
      screenY: 0,
      outerWidth: 1200,
      outerHeight: 800,
    };
  }

  /** Returns a popup as this page sees it. `onPopup` decides what happens in it. */
  #open(url: string): object {
    const browser = this.#browser;
    let popup: Tab | undefined;
    const seenByPopup = {
      postMessage: (data: string, origin: string) => this.dispatch("message", { data, origin, source: seen }),
    };
    const go = (url: string) => {
      popup = new Tab(browser, browser.visit(url), {}, seenByPopup);
      this.onPopup(popup);
    };
    const seen = {
      closed: false,
      location: { href: "about:blank", replace: go },
      close() {
        seen.closed = true;
      },
      postMessage: (data: string, origin: string) => popup?.dispatch("message", { data, origin, source: seenByPopup }),
    };
    if (url) go(url);
    return seen;
  }

  onPopup: (popup: Tab) => void = () => {};
}
