// A service, a node and an access server for the REST calls: real HTTP, each on an origin of its own.

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { bearer, core, pretendBrowser, wasm } from "./pretend.js";
import type { ReceivedRequest } from "./request.js";
import { Uploads } from "./uploads.js";
import { PretendXhr } from "./xhr.js";

/** Responds to a request. Returns false for an unknown one. */
type Answer = (request: ReceivedRequest, response: ServerResponse) => boolean | undefined;

/** One origin. */
export class Origin {
  readonly received: ReceivedRequest[] = [];
  /** Responds instead of this origin, unless it returns false. */
  instead: Answer = () => false;
  readonly #server: Server;

  constructor(answer: Answer) {
    this.#server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of incoming) chunks.push(chunk);
      } catch {
        // The sender has gone.
        return;
      }
      const { method = "", url: path = "", headers } = incoming;
      const request = { method, path, headers, body: Buffer.concat(chunks) };
      this.received.push(request);
      if (this.instead(request, response) === false && answer(request, response) === false) say(response, 404, {});
    });
    // A connection that it closes while a busy client sends the next request would make that request fail.
    this.#server.keepAliveTimeout = 0;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Also ends the requests that a test has left open. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The methods and paths of the received requests. */
  get requests(): string[] {
    return this.received.map(({ method, path }) => `${method} ${path}`);
  }

  forget(): void {
    this.received.length = 0;
    this.instead = () => false;
  }
}

export const say = (response: ServerResponse, status: number, body?: unknown, headers = {}): undefined => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
};

/** Rejects a request as the service does. */
export const refuse = (response: ServerResponse, status: number, error: string, error_description: string) =>
  say(response, status, { error, error_description });

export const OWNER = { id: "1", user_id: 1, handle: "ada", name: "Ada", is_verified: true };
export const SIGNER = "0x58802e7a660990622B728BF06ae9361BC9403eb7";
/** The only invitation of the access server. */
export const INVITATION = "an-invitation";

export const track = (id: number, more: object = {}) => ({
  id,
  title: `Track ${id}`,
  user: OWNER,
  duration: 183,
  track_cid: `bafkrei${id}`,
  access_authorities: [] as string[],
  stream: { url: "elsewhere" },
  ...more,
});

/** The data of all three. */
export const world = {
  /** The only access token that the service accepts. */
  token: "token-1",
  /** The user's number. */
  me: 1,
  tracks: new Map<number, Track>(),
  saved: [] as number[],
  uploads: new Uploads(),
  /** The lifetime of a ticket, in seconds. */
  ticketLife: 300,
  /** The issued tickets, newest last. */
  tickets: [] as string[],
  /** The rule of track 8. */
  rule: null as unknown,
  /** The only valid audio URL of the node. Each new one from the access server expires the one before. */
  signature: 0,
};

/** Optional members of a test's track. */
type Track = ReturnType<typeof track> & { delisted?: boolean };

const isOurs = ({ headers }: ReceivedRequest, response: ServerResponse): boolean => {
  if (headers.authorization === `Bearer ${world.token}`) return true;
  refuse(response, 401, "invalid_token", "the access token is not valid");
  return false;
};

/** Sends a page of a list, by the position in it. */
const some = (response: ServerResponse, path: string, all: unknown[]): undefined => {
  const query = new URL(path, service.origin).searchParams;
  const from = Number(query.get("cursor") ?? 0);
  const to = from + Number(query.get("limit") ?? 50);
  say(response, 200, { data: all.slice(from, to), ...(to < all.length ? { next_cursor: String(to) } : {}) });
};

const data = (response: ServerResponse, value: unknown, status = 200) => say(response, status, { data: value });

export const service = new Origin((request, response) => {
  const { method, path, body } = request;
  const route = `${method} ${path.replace(/^\/v1/, "")}`;
  const one = (pattern: RegExp) => Number(route.match(pattern)?.[1]);
  if (path.startsWith("/v1/uploads")) {
    return isOurs(request, response) ? world.uploads.answer(request, response, service.origin, world.me) : undefined;
  }
  if (one(/^GET \/tracks\/(\d+)$/)) {
    const isOwner = request.headers.authorization === `Bearer ${world.token}`;
    const there = world.tracks.get(one(/(\d+)$/));
    const found = there?.delisted && !isOwner ? undefined : there;
    return found ? data(response, found) : refuse(response, 404, "not_found", "there is no such track");
  }
  if (one(/^GET \/tracks\/(\d+)\/stream\?no_redirect=true$/)) {
    return data(response, `${node.origin}/tracks/cidstream/bafkrei${one(/tracks\/(\d+)/)}`);
  }
  if (one(/^GET \/users\/(\d+)\/tracks(?:\?.*)?$/)) return some(response, path, [...world.tracks.values()].reverse());
  if (!isOurs(request, response)) return;
  if (route === "GET /me") return say(response, 200, { userId: world.me, name: "Ada", handle: "ada", verified: true });
  if (route === "POST /tracks") {
    const given = JSON.parse(String(body));
    if (!given.title) return refuse(response, 400, "invalid_request", "title has to be 1 to 200 characters");
    world.tracks.set(9, track(9, given));
    return data(response, world.tracks.get(9), 201);
  }
  if (one(/^DELETE \/tracks\/(\d+)$/)) {
    world.tracks.delete(one(/(\d+)$/));
    return say(response, 204);
  }
  if (one(/^PATCH \/tracks\/(\d+)$/)) {
    const found = world.tracks.get(one(/(\d+)$/));
    if (!found) return refuse(response, 404, "not_found", "there is no such track");
    return data(response, Object.assign(found, JSON.parse(String(body))));
  }
  if (one(/^(?:PUT|DELETE) \/tracks\/(\d+)\/artwork$/)) {
    const found = world.tracks.get(one(/tracks\/(\d+)/));
    if (method === "DELETE") return say(response, 204);
    const isPicture = request.headers["content-type"] === "image/png";
    if (!isPicture) return refuse(response, 415, "unsupported_media_type", "a picture has to be a PNG or a JPEG");
    return data(response, { ...found, artwork: { "150x150": "https://a/1", mirrors: [] } });
  }
  if (one(/^GET \/tracks\/(\d+)\/listens$/)) {
    return data(response, { total: 4, days: [{ date: "2026-11-22", listens: 3, more: 1 }] });
  }
  if (route === "POST /tickets") {
    const ticket = `ticket-${world.tickets.length + 1} for ${JSON.parse(String(body)).audience}`;
    world.tickets.push(ticket);
    return say(response, 200, { ticket, expires_in: world.ticketLife });
  }
  if (/^GET \/users\/1\/library\/tracks(?:\?.*)?$/.test(route)) {
    return some(
      response,
      path,
      world.saved.map((id) => world.tracks.get(id)),
    );
  }
  const id = one(/^(?:PUT|DELETE) \/users\/1\/library\/tracks\/(\d+)$/);
  if (!id) return false;
  world.saved = [...(method === "PUT" ? [id] : []), ...world.saved.filter((saved) => saved !== id)];
  return say(response, 204);
});

export const node = new Origin(({ path }, response) => {
  if (path.startsWith("/gated") && path !== `/gated?signature=${world.signature}`) {
    return say(response, 401, { error: "unauthorized", detail: "signature too old" });
  }
  response.writeHead(206, { "content-type": "audio/mpeg" });
  response.end("x");
  return undefined;
});

export const access = new Origin(({ method, path, headers, body }, response) => {
  const { authorization } = headers;
  const isTicket = authorization === `Ticket ${world.tickets.at(-1)}`;
  if (authorization && !isTicket) return say(response, 401, { error: "The ticket is not valid.", code: "bad_ticket" });
  if (/^\/stream\/\d+\?no_redirect=true$/.test(path)) {
    return data(response, `${node.origin}/gated?signature=${++world.signature}`);
  }
  if (/^\/tracks\/\d+\/access$/.test(path)) return say(response, 200, { allowed: true });
  if (path === "/tracks/8/rule") {
    if (!isTicket) return say(response, 401, { error: "A ticket is needed." });
    if (method === "PUT") world.rule = JSON.parse(String(body)).rule;
    return say(response, 200, { trackId: 8, rule: world.rule, words: "Nobody may hear it.", more: 1 });
  }
  if (method === "POST" && path === "/join") {
    if (!isTicket) return say(response, 401, { error: "A ticket is needed." });
    const { invitation } = JSON.parse(String(body));
    if (invitation !== INVITATION) return say(response, 404, { error: "There is no such invitation." });
    return say(response, 200, { group: "friends", name: "Friends of the band" });
  }
  if (method !== "POST" || path !== "/create-track") return false;
  const { metadata, userId } = JSON.parse(String(body));
  if (!isTicket || userId !== 1) return say(response, 401, { error: "A ticket is needed." });
  world.tracks.set(8, track(8, { title: metadata.title, access_authorities: [SIGNER] }));
  return say(response, 200, { success: true, trackId: 8 });
});

/** Another origin, which must receive no request. */
export const stranger = new Origin((_, response) => say(response, 200, {}));

/** The tokens that the core was told are rejected, newest last. */
export const renewals: (string | undefined)[] = [];

/** The tokens that the core was told are rejected although they were just refreshed. */
export const expired: (string | undefined)[] = [];

const fetchReally = globalThis.fetch;

/** Opens a page with the servers, and with the session of the signed-in user. */
export const open = async () => {
  const servers = [service, node, access, stranger];
  await Promise.all(servers.map((server) => server.listen()));
  after(() => {
    for (const server of servers) server.close();
  });
  pretendBrowser();
  globalThis.fetch = (input, init) =>
    String(input).endsWith("core.wasm") ? Promise.resolve(wasm()) : fetchReally(input, init);
  Object.assign(globalThis, { XMLHttpRequest: PretendXhr });
  return {
    baseUrl: `${service.origin}/v1`,
    apiKey: SIGNER,
    redirectUri: "https://app.example/callback",
    accessServer: access.origin,
  };
};

/** Resets everything. */
export const reset = (): void => {
  for (const server of [service, node, access, stranger]) server.forget();
  renewals.length = expired.length = 0;
  Object.assign(world, {
    token: "token-1",
    me: 1,
    saved: [],
    ticketLife: 300,
    tickets: [],
    rule: null,
    signature: 0,
    uploads: new Uploads(),
  });
  world.tracks = new Map([
    [7, track(7, { genre: "Jazz" })],
    [8, track(8, { access_authorities: [SIGNER] })],
  ]);
  core.logout = async (_config, { refused }) => {
    expired.push(refused);
    return { kind: "nothing" };
  };
  let held = world.token;
  core.accessToken = async (_config, { refused }) => {
    renewals.push(refused);
    // A refresh returns a token that the service accepts.
    if (refused === held) held = world.token;
    return bearer(held);
  };
};
