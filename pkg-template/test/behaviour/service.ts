// A service that speaks the wire: tokens that are rotated and revoked, people, tracks and libraries.

import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { User } from "../../src/entry/index.js";
import { Origin, type Received, refuse, say } from "../servers.js";
import { ADA, BOB } from "./stage.js";

interface Grant {
  user: User;
  scope: string;
  access: string;
  refresh: string;
}

interface Code extends Pick<Grant, "user" | "scope"> {
  challenge: string;
}

const trackOf = (id: number, user: User, more: { title?: string; genre?: string; track_cid?: string } = {}) => ({
  id,
  title: `Track ${id}`,
  user: { user_id: user.userId, name: user.name, handle: user.handle, is_verified: user.verified },
  duration: 180,
  track_cid: `bafkrei${id}`,
  access_authorities: [],
  ...more,
});

export class Service {
  readonly origin = new Origin((request, response) => this.#answer(request, response));
  /** What people decide who are asked whether they sign in. */
  decision: User | "access_denied" = ADA;
  routes: { [route: string]: () => Response } = {};
  readonly #codes = new Map<string, Code>();
  #grants: Grant[] = [];
  /** The access tokens that are good. */
  #accepted = new Set<string>();
  readonly #tracks = new Map([
    [7, trackOf(7, ADA)],
    [8, trackOf(8, BOB)],
  ]);
  readonly #libraries = new Map<number, number[]>();
  #count = 0;

  get baseUrl(): string {
    return `${this.origin.origin}/v1`;
  }

  /** What comes of somebody who is sent to its page: the address that it sends them back to. */
  authorize(url: string): string {
    const asked = new URL(url).searchParams;
    const about = (name: string) => asked.get(name) ?? "";
    const code = `code-${++this.#count}`;
    const answer = new URLSearchParams({ state: about("state"), iss: this.baseUrl });
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

  #answer({ method, path, headers, body }: Received, response: ServerResponse): undefined {
    const asked = `${method} ${path.replace(/^\/v1\//, "").replace(/\?.*/, "")}`;
    if (asked === "POST oauth/token") return this.#exchange(JSON.parse(String(body)), response);
    if (asked === "POST oauth/revoke") return say(response, 200, {});
    if (asked.startsWith("GET tracks/") || asked.startsWith("GET users/1/tracks") || asked === "GET users/99/tracks") {
      return this.#open(asked, response);
    }
    const bearer = headers.authorization?.replace("Bearer ", "") ?? "";
    const grant = this.#grants.find(({ access }) => access === bearer);
    if (!grant || !this.#accepted.has(bearer)) return refuse(response, 401, "invalid_token", "no such token");
    if (this.routes[asked]) return void relay(this.routes[asked](), response);
    if (asked === "GET me") return say(response, 200, grant.user);
    if (method !== "GET" && grant.scope !== "write")
      return refuse(response, 403, "insufficient_scope", "write is missing");
    return this.#act(asked, String(body), grant.user, response);
  }

  #exchange(asked: { [name: string]: string }, response: ServerResponse): undefined {
    const code = this.#codes.get(asked.code ?? "");
    const before = this.#grants.find(({ refresh }) => refresh === asked.refresh_token);
    const verified = createHash("sha256")
      .update(asked.code_verifier ?? "")
      .digest("base64url");
    const { user, scope } = (code?.challenge === verified ? code : before) ?? {};
    if (!user || !scope) return refuse(response, 400, "invalid_grant", "it is over");
    this.#codes.delete(asked.code ?? "");
    const [access, refresh] = [`access-${++this.#count}`, `refresh-${this.#count}`];
    this.#grants = [...this.#grants.filter((grant) => grant !== before), { user, scope, access, refresh }];
    if (before) this.#accepted.delete(before.access);
    this.#accepted.add(access);
    const tokens = { access_token: access, refresh_token: refresh, token_type: "Bearer", expires_in: 3600, scope };
    return say(response, 200, tokens);
  }

  /** What everybody may ask. */
  #open(asked: string, response: ServerResponse): undefined {
    const [, what, id, part] = asked.split(/[ /]/);
    if (what === "users") {
      const tracks = [...this.#tracks.values()].reverse();
      return say(response, 200, { data: tracks.filter(({ user }) => user.user_id === Number(id)) });
    }
    const track = this.#tracks.get(Number(id));
    if (!track) return refuse(response, 404, "not_found", "there is no such track");
    return say(response, 200, { data: part ? `https://node.example/tracks/cidstream/${track.track_cid}` : track });
  }

  #act(asked: string, body: string, user: User, response: ServerResponse): undefined {
    const [method, what, id, , , trackId] = asked.split(/[ /]/);
    if (asked === "POST tracks") {
      const track = trackOf(this.#tracks.size + 10, user, JSON.parse(body));
      this.#tracks.set(track.id, track);
      return say(response, 201, { data: track });
    }
    if (method === "DELETE" && what === "tracks") {
      if (this.#tracks.get(Number(id))?.user.user_id !== user.userId)
        return refuse(response, 403, "forbidden", "whose?");
      this.#tracks.delete(Number(id));
      return say(response, 204);
    }
    if (what !== "users") return refuse(response, 404, "not_found", "there is nothing");
    const saved = this.#libraries.get(user.userId) ?? [];
    if (method === "GET") return say(response, 200, { data: saved.map((id) => this.#tracks.get(id)) });
    const rest = saved.filter((one) => one !== Number(trackId));
    const isNew = method === "PUT" && !saved.includes(Number(trackId));
    this.#libraries.set(user.userId, method === "DELETE" ? rest : isNew ? [Number(trackId), ...saved] : saved);
    return say(response, 204);
  }
}

/** Sends what a test answers. */
export const relay = async (answer: Response, response: ServerResponse): Promise<void> => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
};
