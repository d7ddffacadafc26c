// A browser and a core for the facade to run in: as much of either as the facade touches.

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Package from "../src/entry/index.js";

const built = fileURLToPath(new URL("../facade", import.meta.url));

/** The page that the facade runs on. */
export const PAGE = "https://app.example/albums?page=2#top";

export const CONFIG = {
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "https://app.example/callback",
};

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

/** What the core does, unless a test says otherwise. */
export const core = {
  instances: 0,
  /** How often the core came as JavaScript. */
  scripts: 0,
  login: (..._values: unknown[]): Promise<unknown> => Promise.resolve({ kind: "signed-in", user: USER }),
  getUser: (_config: object, _signal: AbortSignal | undefined, _instance: Instance): Promise<unknown> =>
    Promise.resolve(USER),
  accessToken: (_config: object, _options: { signal?: AbortSignal; refused?: string }): Promise<string> =>
    Promise.resolve("token"),
  logout: (_config: object): Promise<void> => Promise.resolve(),
  isAuthenticated: (_config: object, _instance: Instance): boolean => true,
  handleRedirect: (_url: string, _signal?: AbortSignal): Promise<unknown> => Promise.resolve({ kind: "none" }),
};

/** What the page did. */
export const seen = {
  /** Arguments of each `window.open`. */
  opened: [] as unknown[][],
  /** The addresses that were fetched. */
  fetched: [] as string[],
  /** What went to `console.error`. */
  complaints: [] as unknown[],
  /** What was rejected and handled by nobody. */
  unhandled: [] as unknown[],
};

/** What the page is, unless a test says otherwise. */
export const page = {
  open: (): unknown => new PretendWindow(),
  fetch: (_url: string, _init: RequestInit): Promise<Response> => Promise.resolve(wasm()),
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
  const fetch = (url: URL | string, init: RequestInit) => {
    seen.fetched.push(String(url));
    return page.fetch(String(url), init);
  };
  Object.assign(globalThis, { window, document: {}, location: { href: PAGE }, fetch });
  console.error = (...values: unknown[]) => seen.complaints.push(...values);
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
