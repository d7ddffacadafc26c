// A phone for the facade: a store, a browser in the app, links, and a service with three responses.

import { createRequire } from "node:module";
import { after } from "node:test";
import type * as Package from "../../src/entry/react-native.js";

const built = new URL("../facade/react-native/index.js", import.meta.url);
const require = createRequire(built);

export const BASE = "https://music.example/v1";
export const CALLBACK = "com.example.app://callback";
export const USER = { userId: 7, name: "Ada", handle: "ada", verified: true };

const TOKENS = { access_token: "token-1", refresh_token: "token-2", token_type: "Bearer", expires_in: 3600 };

/** Sets the packages of the app. Each is looked up when it is required. */
export const peers = (there: { [name: string]: unknown }): void => {
  Object.assign(globalThis, { peers: there });
};

/** Returns the package, as if the app had just been started. */
export const freshApp = (): typeof Package => {
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  return require("./index.js");
};

/** A store like AsyncStorage. */
export class Shelf {
  readonly kept = new Map<string, string>();
  /** The error of its rejections, if any. */
  failure: unknown;

  async getItem(key: string): Promise<string | null> {
    if (this.failure) throw this.failure;
    return this.kept.get(key) ?? null;
  }
  async setItem(key: string, value: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.kept.set(key, value);
  }
  async removeItem(key: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.kept.delete(key);
  }
  async getAllKeys(): Promise<string[]> {
    if (this.failure) throw this.failure;
    return [...this.kept.keys()];
  }

  /** The stored transactions. */
  get logins(): string[] {
    return [...this.kept.keys()].filter((key) => key.startsWith("stagepass/login/"));
  }
}

/** The links with which the system opens the app. */
export class Doors {
  start: string | null = null;
  readonly listeners = new Set<(url: string) => void>();
  initial = async (): Promise<string | null> => this.start;
  listen = (call: (url: string) => void): (() => void) => {
    this.listeners.add(call);
    return () => void this.listeners.delete(call);
  };
  /** Opens the app with this link. */
  bring(url: string): void {
    for (const call of [...this.listeners]) call(url);
  }
}

/** A browser in the app. The test decides what happens on a page. */
export class Pages {
  /** The open pages, newest last. */
  readonly shown: Page[] = [];
  readonly words: string[] = [];
  /** Whether closing works. On Android it does not. */
  canClose = true;
  #arrivals: ((page: Page) => void)[] = [];

  open = (url: string, redirectUri: string): Promise<Package.AuthBrowserResult> => {
    this.words.push("open");
    return new Promise((resolve, reject) => {
      const page = new Page(url, redirectUri, resolve, reject);
      this.shown.push(page);
      for (const call of this.#arrivals.splice(0)) call(page);
    });
  };
  close = () => {
    this.words.push("close");
    if (this.canClose) this.shown.at(-1)?.end({ type: "dismiss" });
  };
  warmUp = () => void this.words.push("warmUp");
  coolDown = () => void this.words.push("coolDown");

  /** Returns the next page that opens. */
  next(): Promise<Page> {
    return new Promise((resolve) => this.#arrivals.push(resolve));
  }
}

export class Page {
  readonly state: string;
  readonly url: string;
  readonly redirectUri: string;
  readonly end: (result: Package.AuthBrowserResult) => void;
  readonly fail: (error: unknown) => void;
  constructor(
    url: string,
    redirectUri: string,
    end: (result: Package.AuthBrowserResult) => void,
    fail: (error: unknown) => void,
  ) {
    this.url = url;
    this.redirectUri = redirectUri;
    this.end = end;
    this.fail = fail;
    this.state = new URL(url).searchParams.get("state") ?? "";
  }
  /** The URL to which the service leads after signing in. */
  get answer(): string {
    return `${this.redirectUri}?code=the-code&state=${this.state}`;
  }
  get refusal(): string {
    return `${this.redirectUri}?error=access_denied&state=${this.state}`;
  }
}

/** A phone with an app on it, and what it asks of the service. */
/** Returns the usual response of the service. */
const usual = (path: string): Response => {
  if (path === "/oauth/token") return Response.json(TOKENS);
  return path.startsWith("/me") ? Response.json(USER) : Response.json({}, { status: 404 });
};

/** Returns a response with this final URL. One created by hand has none. */
export const from = (url: string, answer: Response) => Object.defineProperty(answer, "url", { value: url });

export class Phone {
  readonly storage = new Shelf();
  readonly links = new Doors();
  readonly browser = new Pages();
  /** The paths of the requests. */
  readonly requests: string[] = [];
  /** Responds to a request instead of the usual service. */
  instead: (path: string, init: RequestInit | undefined) => Promise<Response> | undefined = () => undefined;

  constructor() {
    // An app that has ended waits for nothing, but its timers would keep this process alive.
    after(() => {
      for (const page of this.browser.shown) page.end({ type: "cancel" });
    });
    globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const path = url.replace(BASE, "");
      this.requests.push(path);
      return (
        this.instead(path, init)?.then((answer) => (answer.url ? answer : from(url, answer))) ?? from(url, usual(path))
      );
    };
  }

  get config(): Package.NativeConfig {
    const { storage, links, browser } = this;
    const apiKey = "0x58802e7a660990622B728BF06ae9361BC9403eb7";
    return { baseUrl: BASE, apiKey, redirectUri: CALLBACK, storage, links, browser };
  }

  /** Starts the app, with a link or without. */
  start(link: string | null = null, more: Partial<Package.NativeSettings> = {}): Package.NativeStagepass {
    this.links.start = link;
    this.links.listeners.clear();
    return freshApp().stagepass({ ...this.config, ...more });
  }

  get exchanges(): number {
    return this.requests.filter((path) => path === "/oauth/token").length;
  }
}

/** Waits until all pending work is done. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Records the events of a client, in order. */
export const recordEvents = (client: Package.NativeStagepass): string[] => {
  const words: string[] = [];
  for (const name of ["signed-in", "signed-out", "expired", "refreshed"] as const)
    client.on(name, () => words.push(name));
  client.on("error", ({ code }) => words.push(`error ${code}`));
  return words;
};
