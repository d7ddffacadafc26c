// A fake browser and a fake core for the facade, as far as the facade uses them.

import { setMaxListeners } from "node:events";
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Package from "../../src/entry/index.js";
import type { Bearer, CallOptions, CoreFunctions, Provider, Revocation, SessionStatus } from "../../src/glue.js";
import { documentHead, type PretendLink } from "./document-head.js";

const built = fileURLToPath(new URL("../facade", import.meta.url));

/** The page of the facade. */
export const PAGE = "https://app.example/albums?page=2#top";

export const CONFIG = {
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "https://app.example/callback",
};

/** The core's result when a user has signed in. */
export const SIGNED_IN = { kind: "signed-in", client: "stagepass/session/…", baseUrl: CONFIG.baseUrl };

export const USER = { userId: 7, name: "Ada", handle: "ada", verified: true };

/** What the core knows of an OpenID provider. */
export const PROVIDER: Provider = {
  authorizationEndpoint: "https://id.example/auth",
  tokenEndpoint: "https://id.example/token",
  revocationEndpoint: "https://id.example/revoke",
  userinfoEndpoint: "https://id.example/me",
  endSessionEndpoint: "https://id.example/end",
  jwksUri: "",
  hasIss: false,
  takesFragment: false,
  takesPopup: false,
  offersDpop: false,
};

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

type OptionsOf<Name extends keyof CoreFunctions> = Parameters<CoreFunctions[Name]>[1] & object;

/** Returns the status of a session. */
export const signedIn = (
  scope: "read" | "write" | undefined,
  login: string,
  renewedAt = 1,
  expiresAt?: number,
): SessionStatus => ({ status: "signed-in", scope: scope ?? "", login, renewedAt, expiresAt });

export const SIGNED_OUT: SessionStatus = { status: "signed-out" };

export const EXPIRED: SessionStatus = { status: "expired" };

/** Returns an access token, which is bound to no key unless one is named. */
export const bearer = (token: string, more: Partial<Bearer> = {}): Bearer => ({ token, isAdopted: false, ...more });

/** The core's behaviour, unless a test changes it. */
export const core = {
  instances: 0,
  /** How often the core was loaded as JavaScript. */
  scripts: 0,
  login: (..._values: unknown[]): Promise<unknown> => Promise.resolve(SIGNED_IN),
  readStatus: (_config: object | string, _options: CallOptions, _instance: Instance): SessionStatus =>
    signedIn("write", "login-1"),
  accessToken: (_config: object | string, _options: OptionsOf<"accessToken">, _instance: Instance): Promise<Bearer> =>
    Promise.resolve(bearer("token")),
  logout: (_config: object | string, _options: OptionsOf<"logout">): Promise<Revocation> =>
    Promise.resolve({ kind: "nothing" }),
  /** Asked again to revoke a session. */
  revoke: (_config: object | string, _options: OptionsOf<"revoke">): Promise<Revocation> =>
    Promise.resolve({ kind: "nothing" }),
  handleRedirect: (_url: string, _options: CallOptions): Promise<unknown> => Promise.resolve({ kind: "none" }),
  /** The metadata of another provider. */
  discover: (_config: object, _options: CallOptions): Promise<unknown> => Promise.resolve(PROVIDER),
  /** The URL of its sign-out page. */
  endSession: (_config: object, _options: CallOptions & { returnTo?: string }): Promise<string> =>
    Promise.resolve("https://id.example/end?id_token_hint=x"),
};

/** What the page has done. */
export const seen = {
  /** The arguments of each `window.open`. */
  opened: [] as unknown[][],
  /** The URLs of fetched files. */
  fetched: [] as string[],
  /** The requests to the service. */
  requests: [] as Request[],
  /** The `<link>` elements of the page. */
  links: new Set<PretendLink>(),
  /** The calls of `console.error`. */
  complaints: [] as unknown[],
  /** The unhandled rejections. */
  unhandled: [] as unknown[],
};

/** The page's properties, unless a test changes them. */
export const page = {
  open: (): unknown => new PretendWindow(),
  fetch: (_url: string, _init: RequestInit): Promise<Response> => Promise.resolve(wasm()),
  service: (_request: Request): Promise<Response> => Promise.resolve(Response.json(USER)),
};

process.on("unhandledRejection", (reason) => seen.unhandled.push(reason));

/** Returns a response with the core's bytes. */
export const wasm = (type = "application/wasm", status = 200): Response =>
  new Response(readFileSync(join(built, "core.wasm")), { status, headers: { "content-type": type } });

/** Makes this process look like a page. Call it before `freshFacade`. */
export const pretendBrowser = (): void => {
  const open = (...values: unknown[]) => {
    seen.opened.push(values);
    return page.open();
  };
  const window = { open, screenX: -1920, screenY: 40, outerWidth: 1480, outerHeight: 920 };
  const fetch = (url: Request | URL | string, init: RequestInit) => {
    if (url instanceof Request) {
      const request = new Request(url, init);
      seen.requests.push(request);
      return page.service(request);
    }
    seen.fetched.push(String(url));
    return page.fetch(String(url), init);
  };
  const { addEventListener, removeEventListener } = listeners(browser);
  const dispatchEvent = (event: Event) => browser.dispatchEvent(event);
  const document = { hidden: false, ...listeners(visibility), ...documentHead(seen.links) };
  Object.assign(globalThis, {
    window,
    document,
    location: { href: PAGE, origin: new URL(PAGE).origin },
    fetch,
    addEventListener,
    removeEventListener,
    dispatchEvent,
  });
  console.error = (...values: unknown[]) => seen.complaints.push(...values);
};

/** The events of the window and the document. */
export const browser = new EventTarget();
export const visibility = new EventTarget();
// A page may have any number of clients.
setMaxListeners(0, browser, visibility);

/** Returns the number of listeners of both. */
export const listening = () => listenerCount;
let listenerCount = 0;

/** Returns an event target's methods, counted. */
const listeners = (target: EventTarget) => ({
  addEventListener(type: string, listener: EventListener, options: { signal: AbortSignal }) {
    target.addEventListener(type, listener, options);
    listenerCount++;
    options.signal.addEventListener("abort", () => listenerCount--);
  },
  removeEventListener: target.removeEventListener.bind(target),
});

/** Reports that another tab has changed localStorage. */
export const storageChanged = (key: string | null): void => {
  browser.dispatchEvent(Object.assign(new Event("storage"), { key }));
};

let copies = 0;

/** The files that a page loads, and their source maps. The folders are for phones. */
const files = readdirSync(built, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));

/** Returns the URL of a new copy of the package, because its state is per module. */
export const freshCopy = (): string => {
  Object.assign(globalThis, { fakeCore: core });
  const copy = `${built}-${process.pid}-${copies++}`;
  mkdirSync(copy);
  for (const file of files) {
    // No test changes a source map.
    const put = file.endsWith(".map") ? linkSync : copyFileSync;
    put(join(built, file), join(copy, file));
  }
  return pathToFileURL(`${copy}/`).href;
};

/** Returns the package, as if on a page that was just opened. */
export const freshFacade = (entry = "index"): Promise<typeof Package> => import(`${freshCopy()}${entry}.js`);

/** Waits until all pending work is done. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits until `condition` holds, however busy the machine is. The test runner ends a test that waits forever. */
export const until = async (condition: () => unknown): Promise<void> => {
  while (!condition()) await settled();
};

/** Waits until all clients have read their sessions, which each does in a task of its own. */
export const started = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve));
  // The core is loaded by then.
  for (let turn = 0; turn < 5; turn++) await settled();
};

/** Returns a promise to settle by hand. */
export const deferred = <T>() => {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((a, b) => {
    resolve = a;
    reject = b;
  });
  return { promise, resolve, reject };
};
