// The shared part of stages with a real client: a service over HTTP, another origin, and a network that can fail.

import { after } from "node:test";
import type { Stagepass, User } from "../../src/entry/index.js";
import { Origin } from "../support/servers.js";
import { PretendXhr } from "../support/xhr.js";
import { relay, Service } from "./service.js";
import { ADA, type Hold, type Open, type Routes, type Sent, type Setting, type Stage } from "./stage.js";

export const API_KEY = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

const reallyFetch = globalThis.fetch;

/** Opens stages. Each closes the one before. */
export const opening = (make: () => HttpStage): Open => {
  let close = () => {};
  after(() => close());
  return async (setting = {}) => {
    close();
    const stage = make();
    close = () => stage.close();
    await stage.begin(setting);
    return stage;
  };
};

export abstract class HttpStage implements Stage {
  readonly sent: Sent[] = [];
  isOffline = false;
  protected readonly service = new Service();
  readonly #other = new Origin(({ method, path }, response) => {
    const route = this.#routes[`${method} ${this.other}${path}`];
    if (!route) return false;
    relay(route(), response);
    return undefined;
  });
  #routes: Routes = {};
  #client: Stagepass | undefined;

  /** Signs a user in, so that the client under test finds the session. */
  protected abstract signIn(user: User, scope: "read" | "write"): Promise<void>;
  /** Makes the browser block or allow popups. */
  protected abstract block(isBlocked: boolean): void;
  /** Creates the client under test. */
  protected abstract make(): Stagepass;
  abstract signOutElsewhere(): Promise<void>;
  abstract refreshElsewhere(): Promise<void>;

  async begin({ user, scope = "write", uploadQuota }: Setting): Promise<void> {
    await Promise.all([this.service.origin.listen(), this.#other.listen()]);
    if (uploadQuota !== undefined) this.service.shelf.uploads.quota = uploadQuota;
    Object.assign(globalThis, { XMLHttpRequest: PretendXhr });
    if (user) await this.signIn(user, scope);
    this.service.decision = ADA;
  }

  close(): void {
    this.#client?.dispose();
    this.service.origin.close();
    this.#other.close();
  }

  get client(): Stagepass {
    this.#client ??= this.make();
    return this.#client;
  }

  get baseUrl(): string {
    return this.service.baseUrl;
  }

  get other(): string {
    return this.#other.origin;
  }

  loginComesTo(outcome: User | "access_denied" | "interaction_required" | "popup_blocked"): void {
    this.block(outcome === "popup_blocked");
    if (outcome !== "popup_blocked") this.service.decision = outcome;
  }

  answer(routes: Routes): void {
    this.#routes = routes;
    this.service.routes = routes;
  }

  async signInElsewhere(user: User): Promise<void> {
    await this.signIn(user, "write");
  }

  async expireElsewhere(): Promise<void> {
    this.service.endSessions();
    await this.refreshElsewhere().catch(() => {});
  }

  refuseToken(): void {
    this.service.refuseTokens();
  }

  endSession(): void {
    this.service.endSessions();
  }

  holdUploads(): Hold {
    return this.service.holdUploads();
  }

  /** The `fetch` of the client. */
  protected async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (input instanceof Request && !input.url.endsWith("/me")) {
      const { method, url, headers } = input;
      this.sent.push({ method, url, token: headers.get("Authorization") ?? "" });
    }
    if (this.isOffline) throw new TypeError("fetch failed");
    return reallyFetch(input, init);
  }
}
