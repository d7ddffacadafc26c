// A browser and a core for the facade to run in: as much of either as the facade touches.

import { setMaxListeners } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Package from "../../src/entry/index.js";

const built = fileURLToPath(new URL("../facade", import.meta.url));

/** The page that the facade runs on. */
export const PAGE = "https://app.example/albums?page=2#top";

export const CONFIG = {
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "https://app.example/callback",
};

/** What the core comes to when somebody has signed in. */
export const SIGNED_IN = { kind: "signed-in", client: "stagepass/session/…", baseUrl: CONFIG.baseUrl };

export const USER = { userId: 7, name: "Ada", handle: "ada", verified: true };

export class PretendWindow {
  location = { href: "about:blank" };
  closed = false;
  close() {
    this.closed = true;
  }
}

interface Instance {
  number: number;
  exports: { trap(): void };
}

/** As the core tells how a session stands: `SessionStatus` of src/glue.d.ts. */
export type Standing = [0] | [1, string, string, number] | [2];

/** What every call of the core takes. */
export interface CallOptions {
  signal?: AbortSignal;
  storage?: unknown;
  refused?: string;
  minValidityMs?: number;
  forceRefresh?: boolean;
}

/** What the core does, unless a test says otherwise. */
export const core = {
  instances: 0,
  /** How often the core came as JavaScript. */
  scripts: 0,
  login: (..._values: unknown[]): Promise<unknown> => Promise.resolve(SIGNED_IN),
  look: (_config: object | string, _options: CallOptions, _instance: Instance): Standing => [1, "write", "login-1", 1],
  accessToken: (_config: object | string, _options: CallOptions, _instance: Instance): Promise<string> =>
    Promise.resolve("token"),
  logout: (_config: object | string, _options: CallOptions): Promise<void> => Promise.resolve(),
  handleRedirect: (_url: string, _options: CallOptions): Promise<unknown> => Promise.resolve({ kind: "none" }),
};

/** What the page did. */
export const seen = {
  /** Arguments of each `window.open`. */
  opened: [] as unknown[][],
  /** The addresses of files that were fetched. */
  fetched: [] as string[],
  /** What was asked of the service. */
  asked: [] as Request[],
  /** What went to `console.error`. */
  complaints: [] as unknown[],
  /** What was rejected and handled by nobody. */
  unhandled: [] as unknown[],
};

/** What the page is, unless a test says otherwise. */
export const page = {
  open: (): unknown => new PretendWindow(),
  fetch: (_url: string, _init: RequestInit): Promise<Response> => Promise.resolve(wasm()),
  service: (_request: Request): Promise<Response> => Promise.resolve(Response.json(USER)),
};

process.on("unhandledRejection", (reason) => seen.unhandled.push(reason));

/** An answer with the core's bytes. */
export const wasm = (type = "application/wasm", status = 200): Response =>
  new Response(readFileSync(join(built, "core.wasm")), { status, headers: { "content-type": type } });

/** Makes this process look like a page. To be called before `freshFacade`. */
export const pretendBrowser = (): void => {
  const open = (...values: unknown[]) => {
    seen.opened.push(values);
    return page.open();
  };
  const window = { open, screenX: -1920, screenY: 40, outerWidth: 1480, outerHeight: 920 };
  const fetch = (url: Request | URL | string, init: RequestInit) => {
    if (url instanceof Request) {
      const request = new Request(url, init);
      seen.asked.push(request);
      return page.service(request);
    }
    seen.fetched.push(String(url));
    return page.fetch(String(url), init);
  };
  const { addEventListener, removeEventListener } = listeners(browser);
  const dispatchEvent = (event: Event) => browser.dispatchEvent(event);
  const document = listeners(visibility);
  Object.assign(globalThis, {
    window,
    document,
    location: { href: PAGE },
    fetch,
    addEventListener,
    removeEventListener,
    dispatchEvent,
  });
  console.error = (...values: unknown[]) => seen.complaints.push(...values);
};

/** What the window and the document tell. */
export const browser = new EventTarget();
export const visibility = new EventTarget();
// A page may have as many clients as it likes.
setMaxListeners(0, browser, visibility);

/** How many listen to either. */
export const listening = () => heard;
let heard = 0;

/** An event target's methods, counted. */
const listeners = (target: EventTarget) => ({
  addEventListener(type: string, listener: EventListener, options: { signal: AbortSignal }) {
    target.addEventListener(type, listener, options);
    heard++;
    options.signal.addEventListener("abort", () => heard--);
  },
  removeEventListener: target.removeEventListener.bind(target),
});

/** Has the browser tell that another tab has changed localStorage. */
export const storageChanged = (key: string | null): void => {
  browser.dispatchEvent(Object.assign(new Event("storage"), { key }));
};

let copies = 0;

/** The address of a copy of the package that nobody has loaded yet: what it remembers is per module. */
export const freshCopy = (): string => {
  Object.assign(globalThis, { fakeCore: core });
  const copy = `${built}-${process.pid}-${copies++}`;
  cpSync(built, copy, { recursive: true });
  return pathToFileURL(`${copy}/`).href;
};

/** The package, as if on a page that was just opened. */
export const freshFacade = (entry = "index"): Promise<typeof Package> => import(`${freshCopy()}${entry}.js`);

/** Until everything that can happen by itself has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A promise to be settled by hand. */
export const deferred = <T>() => {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((a, b) => {
    resolve = a;
    reject = b;
  });
  return { promise, resolve, reject };
};
