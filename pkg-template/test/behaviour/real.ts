// The stage with the real client: the facade as it is built, the core as it is built, a browser that is pretended, and a
// service that it reaches by HTTP.

import { readFileSync } from "node:fs";
import { after } from "node:test";
import type { Stagepass, User } from "../../src/entry/index.js";
import type { Glue } from "../../src/glue.js";
import { deferred, freshFacade } from "../pretend.js";
import { Origin } from "../servers.js";
import { PretendXhr } from "../xhr.js";
import { Browser, Tab } from "./pages.js";
import { relay, Service } from "./service.js";
import { ADA, type Hold, type Open, type Sent, type Setting, type Stage } from "./stage.js";

const APP = "https://app.example";
const API_KEY = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

const reallyFetch = globalThis.fetch;

/** @param folder Where the core is. */
export const openReal = (folder: URL): Open => {
  let close = () => {};
  after(() => close());
  return async (setting = {}) => {
    close();
    const stage = new RealStage(folder);
    close = () => stage.close();
    await stage.begin(setting);
    return stage;
  };
};

class RealStage implements Stage {
  readonly sent: Sent[] = [];
  isOffline = false;
  readonly #folder: URL;
  readonly #browser = new Browser();
  readonly #service = new Service();
  readonly #other = new Origin(({ method, path }, response) => {
    const route = this.#routes[`${method} ${this.other}${path}`];
    if (!route) return false;
    relay(route(), response);
    return undefined;
  });
  #routes: { [route: string]: () => Response } = {};
  #page: Tab | undefined;
  #client: Stagepass | undefined;
  #make: () => Stagepass = () => {
    throw new Error("the stage has not begun");
  };

  constructor(folder: URL) {
    this.#folder = folder;
    this.#browser.visit = (url) => (url.startsWith(this.baseUrl) ? this.#service.authorize(url) : url);
    this.#browser.fetch = (input, init) => this.#fetch(input, init);
  }

  async begin({ user, scope = "write", uploadQuota }: Setting): Promise<void> {
    await Promise.all([this.#service.origin.listen(), this.#other.listen()]);
    if (uploadQuota !== undefined) this.#service.shelf.uploads.quota = uploadQuota;
    Object.assign(globalThis, { XMLHttpRequest: PretendXhr });
    if (user) await this.#signIn(user, scope);
    this.#service.decision = ADA;
    this.#page = new Tab(this.#browser, `${APP}/callback`, globalThis);
    this.#page.onPopup = (popup) => {
      void popup.core(this.#folder).handleRedirect({ url: popup.href });
    };
    const { stagepass } = await freshFacade();
    this.#make = () => stagepass({ ...this.#config, origins: [this.other] });
  }

  close(): void {
    this.#client?.dispose();
    this.#service.origin.close();
    this.#other.close();
  }

  get client(): Stagepass {
    this.#client ??= this.#make();
    return this.#client;
  }

  get baseUrl(): string {
    return this.#service.baseUrl;
  }

  get other(): string {
    return this.#other.origin;
  }

  get #config() {
    return { baseUrl: this.baseUrl, apiKey: API_KEY, redirectUri: `${APP}/callback` };
  }

  loginComesTo(outcome: User | "access_denied" | "popup_blocked"): void {
    this.#browser.isBlocking = outcome === "popup_blocked";
    if (outcome !== "popup_blocked") this.#service.decision = outcome;
  }

  answer(routes: { [route: string]: () => Response }): void {
    this.#routes = routes;
    this.#service.routes = routes;
  }

  async signInElsewhere(user: User): Promise<void> {
    await this.#signIn(user, "write");
  }

  async signOutElsewhere(): Promise<void> {
    await this.#elsewhere().session(2, this.#config, {});
  }

  async refreshElsewhere(): Promise<void> {
    await this.#elsewhere().session(1, this.#config, { forceRefresh: true });
  }

  async expireElsewhere(): Promise<void> {
    this.#service.endSessions();
    await this.refreshElsewhere().catch(() => {});
  }

  refuseToken(): void {
    this.#service.refuseTokens();
  }

  endSession(): void {
    this.#service.endSessions();
  }

  holdUploads(): Hold {
    const { promise, resolve } = deferred<void>();
    this.#service.hold = resolve;
    return {
      reached: promise,
      end: () => {
        this.#service.hold = undefined;
      },
    };
  }

  async #signIn(user: User, scope: "read" | "write"): Promise<void> {
    this.#service.decision = user;
    const tab = new Tab(this.#browser, `${APP}/callback`);
    const core = tab.core(this.#folder);
    const display = "fullScreen";
    await core.login(this.#config, { scope, display, returnTo: `${APP}/callback`, features: "", popup: undefined });
    await core.handleRedirect({ url: tab.href });
  }

  /** The core in another tab. */
  #elsewhere(): Glue {
    return new Tab(this.#browser, `${APP}/`).core(this.#folder);
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (String(input).endsWith("core.wasm")) {
      const headers = { "Content-Type": "application/wasm" };
      return new Response(readFileSync(new URL("core.wasm", this.#folder)), { headers });
    }
    if (input instanceof Request && !input.url.endsWith("/me")) {
      const { method, url, headers } = input;
      this.sent.push({ method, url, token: headers.get("Authorization") ?? "" });
    }
    if (this.isOffline) throw new TypeError("fetch failed");
    return reallyFetch(input, init);
  }
}
