// The stage with the real client: the built facade and core, a fake browser, and a service over HTTP.

import { readFileSync } from "node:fs";
import type { Stagepass, User } from "../../src/entry/index.js";
import type { Glue } from "../../src/glue.js";
import { freshFacade } from "../support/pretend.js";
import { API_KEY, HttpStage, opening } from "./over-http.js";
import { Browser, Tab } from "./pages.js";
import type { Open, Setting } from "./stage.js";

const APP = "https://app.example";

/** @param folder The folder of the core. */
export const openReal = (folder: URL): Open => opening(() => new RealStage(folder));

class RealStage extends HttpStage {
  readonly #folder: URL;
  readonly #browser = new Browser();
  #make: () => Stagepass = () => {
    throw new Error("the stage has not begun");
  };

  constructor(folder: URL) {
    super();
    this.#folder = folder;
    this.#browser.visit = (url) => (url.startsWith(this.baseUrl) ? this.service.authorize(url) : url);
    this.#browser.fetch = (input, init) => this.fetch(input, init);
  }

  override async begin(setting: Setting): Promise<void> {
    await super.begin(setting);
    const page = new Tab(this.#browser, `${APP}/callback`, globalThis);
    page.onPopup = (popup) => {
      void popup.core(this.#folder).handleRedirect({ url: popup.href });
    };
    const { stagepass } = await freshFacade();
    this.#make = () => stagepass({ ...this.#config, origins: [this.other] });
  }

  async signOutElsewhere(): Promise<void> {
    await this.#elsewhere().logout(this.#config, {});
  }

  async refreshElsewhere(): Promise<void> {
    await this.#elsewhere().accessToken(this.#config, { forceRefresh: true });
  }

  get #config() {
    return { baseUrl: this.baseUrl, apiKey: API_KEY, redirectUri: `${APP}/callback` };
  }

  protected block(isBlocked: boolean): void {
    this.#browser.isBlocking = isBlocked;
  }

  protected make(): Stagepass {
    return this.#make();
  }

  protected async signIn(user: User, scope: "read" | "write"): Promise<void> {
    this.service.decision = user;
    const tab = new Tab(this.#browser, `${APP}/callback`);
    const core = tab.core(this.#folder);
    const display = "fullScreen";
    await core.login(this.#config, { scope, display, returnTo: `${APP}/callback`, popup: undefined });
    await core.handleRedirect({ url: tab.href });
  }

  /** Returns the core in another tab. */
  #elsewhere(): Glue {
    return new Tab(this.#browser, `${APP}/`).core(this.#folder);
  }

  protected override async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (String(input).endsWith("core.wasm")) {
      const headers = { "Content-Type": "application/wasm" };
      return new Response(readFileSync(new URL("core.wasm", this.#folder)), { headers });
    }
    return super.fetch(input, init);
  }
}
