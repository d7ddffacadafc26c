// A service with the real protocol: rotated and revoked tokens, users, and their data.

import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { User } from "../../src/entry/index.js";
import { deferred } from "../support/pretend.js";
import type { ReceivedRequest } from "../support/request.js";
import { Origin, refuse, say } from "../support/servers.js";
import { Shelf } from "./shelf.js";
import { ADA, type Hold, type Routes } from "./stage.js";

interface Grant {
  user: User;
  scope: string;
  access: string;
  refresh: string;
}

interface Code extends Pick<Grant, "user" | "scope"> {
  challenge: string;
}

export class Service {
  readonly origin = new Origin((request, response) => this.#answer(request, response));
  /** The decision of users on the sign-in page. */
  decision: User | "access_denied" | "interaction_required" = ADA;
  routes: Routes = {};
  readonly #codes = new Map<string, Code>();
  #grants: Grant[] = [];
  /** The valid access tokens. */
  #accepted = new Set<string>();
  readonly shelf = new Shelf();
  /** Called when an upload reaches its second chunk, which then stops. */
  #hold: (() => void) | undefined;
  #count = 0;

  get baseUrl(): string {
    return `${this.origin.origin}/v1`;
  }

  /** Returns the URL to which the service sends the user back. */
  authorize(url: string): string {
    const parameters = new URL(url).searchParams;
    const about = (name: string) => parameters.get(name) ?? "";
    const code = `code-${++this.#count}`;
    const answer = new URLSearchParams({ state: about("state"), iss: this.baseUrl, token_format: "form" });
    if (typeof this.decision === "string") answer.set("error", this.decision);
    else {
      answer.set("code", code);
      this.#codes.set(code, { user: this.decision, scope: about("scope"), challenge: about("code_challenge") });
    }
    return `${about("redirect_uri")}#${answer}`;
  }

  refuseTokens(): void {
    this.#accepted.clear();
  }

  endSessions(): void {
    this.#accepted.clear();
    this.#grants = [];
  }

  #answer(request: ReceivedRequest, response: ServerResponse): undefined {
    const { method, path, headers, body } = request;
    const { pathname, searchParams: query } = new URL(path, this.baseUrl);
    const route = `${method} ${pathname.replace(/^\/v1\//, "")}`;
    if (route === "POST oauth/token")
      return this.#exchange(Object.fromEntries(new URLSearchParams(String(body))), response);
    if (route === "POST oauth/revoke") return say(response, 200, {});
    const bearer = headers.authorization?.replace("Bearer ", "");
    if (!bearer && this.shelf.isOpen(route)) return this.shelf.show(route, query, undefined, response);
    const grant = this.#grants.find(({ access }) => access === bearer);
    if (!grant || !this.#accepted.has(bearer ?? "")) return refuse(response, 401, "invalid_token", "no such token");
    if (this.routes[route]) return void relay(this.routes[route](), response);
    if (route === "GET me") return say(response, 200, grant.user);
    if (method !== "GET" && method !== "HEAD" && grant.scope !== "write")
      return refuse(response, 403, "insufficient_scope", "write is missing");
    if (pathname.startsWith("/v1/uploads")) return void this.#receive(request, grant.user, response);
    if (this.shelf.isOpen(route)) return this.shelf.show(route, query, grant.user, response);
    return this.shelf.act(route, query, request, grant.user, response);
  }

  /** Makes uploads stop after their first chunk. */
  holdUploads(): Hold {
    const { promise, resolve } = deferred<void>();
    this.#hold = resolve;
    return {
      reached: promise,
      end: () => {
        this.#hold = undefined;
      },
    };
  }

  #exchange(parameters: { [name: string]: string }, response: ServerResponse): undefined {
    const code = this.#codes.get(parameters.code ?? "");
    const before = this.#grants.find(({ refresh }) => refresh === parameters.refresh_token);
    const verified = createHash("sha256")
      .update(parameters.code_verifier ?? "")
      .digest("base64url");
    const { user, scope } = (code?.challenge === verified ? code : before) ?? {};
    if (!user || !scope) return refuse(response, 400, "invalid_grant", "it is over");
    this.#codes.delete(parameters.code ?? "");
    const [access, refresh] = [`access-${++this.#count}`, `refresh-${this.#count}`];
    this.#grants = [...this.#grants.filter((grant) => grant !== before), { user, scope, access, refresh }];
    if (before) this.#accepted.delete(before.access);
    this.#accepted.add(access);
    const tokens = { access_token: access, refresh_token: refresh, token_type: "Bearer", expires_in: 3600, scope };
    return say(response, 200, tokens);
  }

  #receive(request: ReceivedRequest, user: User, response: ServerResponse): void {
    if (this.#hold && request.method === "PATCH" && request.headers["upload-offset"] !== "0") this.#hold();
    else this.shelf.uploads.answer(request, response, this.origin.origin, user.userId);
  }
}

/** Sends the response of a test. */
export const relay = async (given: Response | Promise<Response>, response: ServerResponse): Promise<void> => {
  const answer = await given;
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
};
