import { isInside, OUTSIDE, resolved } from "../address.js";
import type { Stagepass } from "../types.js";
import type { Browser } from "./browser.js";
import { abortable, failure } from "./failure.js";
import type { FakeRoutes } from "./options.js";

/** The timeout of a response, in milliseconds. */
const DEADLINE = 30_000;

/** How often GET and HEAD are retried. */
const RETRIES = 2;

/** How often a request is sent at most while its tokens are rejected. */
const SENDS = 3;

/** The network of `fetch`. */
export interface Network {
  readonly baseUrl: string;
  readonly origins: readonly string[];
  /** The newest is tried first. */
  routes: readonly FakeRoutes[];
  /** All sent requests, with their tokens. */
  readonly requests: Request[];
}

/** The part of the client that `fetch` needs. */
export interface Authority {
  readonly browser: Browser;
  /** Returns the token to send, other than `refused`, which was rejected with 401. */
  token(refused?: string): string;
  /** Reports that a token which the call has refreshed was rejected. */
  expire(): void;
}

/** Returns a `fetch` whose network is its routes. It has the rules of the real one, without delays before a retry. */
export const openFetch =
  (network: Network, authority: Authority): Stagepass["fetch"] =>
  (input, init = {}) =>
    within(init.signal ?? (input as Partial<Request>)?.signal, async () => {
      const given = input instanceof Request ? input : undefined;
      const url = allowed(network, given ? given.url : (input as string | URL));
      const isService = isInside(baseOf(network), url);
      const isStream = init.body instanceof ReadableStream;
      const send = sender(network, authority.browser, requestFor(given ?? url, init), isStream);
      let token = authority.token();
      let answer = await send(token);
      let isRefreshed = false;
      for (let sends = 1; answer.status === 401 && sends < SENDS && !isRefreshed; sends++) {
        // If not, another tab has refreshed the token.
        isRefreshed = authority.browser.current().token === token;
        token = authority.token(token);
        if (isStream) throw failure("body_used");
        answer = await send(token);
      }
      // Like the real one, which asks for the user: a good token is refused by this endpoint alone.
      if (answer.status !== 401 || !isService || !isRefreshed || authority.browser.accepts(token)) return answer;
      authority.expire();
      throw failure("session_expired", { status: 401 });
    });

const baseOf = ({ baseUrl }: Network) => new URL(`${baseUrl.replace(/\/$/, "")}/`);

/** Returns the URL if it may receive the token. */
const allowed = (network: Network, address: string | URL): URL => {
  const base = baseOf(network);
  let url: URL | undefined;
  try {
    url = resolved(base, address);
  } catch {
    // It is not a URL.
  }
  if (url && (isInside(base, url) || network.origins.some((origin) => new URL(origin).origin === url?.origin)))
    return url;
  throw failure("option_invalid", { message: OUTSIDE });
};

const requestFor = (input: Request | URL, init: RequestInit): Request => {
  try {
    return new Request(input, { ...init, ...(init.body instanceof ReadableStream ? { duplex: "half" } : {}) });
  } catch (cause) {
    throw failure("option_invalid", { message: `init is not valid: ${cause}`, cause });
  }
};

/** Returns a function that sends a request, and retries GET and HEAD as the real one does. */
const sender = (network: Network, browser: Browser, request: Request, isStream: boolean) => {
  let left = /^(?:GET|HEAD)$/.test(request.method) ? RETRIES : 0;
  return async (bearer: string): Promise<Response> => {
    for (;;) {
      const copy = isStream ? request : request.clone();
      copy.headers.set("Authorization", `Bearer ${bearer}`);
      network.requests.push(
        isStream ? new Request(copy.url, { method: copy.method, headers: copy.headers }) : copy.clone(),
      );
      let thrown: unknown;
      const answer = await answerOf(network, browser, copy, bearer).catch((error) => {
        thrown = error;
        return undefined;
      });
      if (answer && !(left && [429, 503].includes(answer.status))) return answer;
      if (!left--) throw thrown;
    }
  };
};

/** Returns the response to a request. Throws `network` for a network failure. */
const answerOf = async (network: Network, browser: Browser, request: Request, bearer: string): Promise<Response> => {
  browser.reach();
  const base = baseOf(network);
  const { origin, pathname } = new URL(request.url);
  const isService = isInside(base, new URL(request.url));
  if (isService && !browser.accepts(bearer)) return json(401, { error: "invalid_token" });
  const requestLine = `${request.method} ${isService ? pathname.slice(base.pathname.length) : origin + pathname}`;
  const route = network.routes.flatMap((some) => Object.entries(some)).find(([name]) => matches(name, requestLine));
  let answer: Response;
  try {
    answer = route ? await route[1](request) : json(404, { error: "not_found" });
  } catch (cause) {
    throw failure("network", { cause });
  }
  if (answer.type === "error" || [301, 302, 303, 307, 308].includes(answer.status)) throw failure("network");
  return answer;
};

/** `*` matches one segment. A path may start with a slash. */
const matches = (name: string, requestLine: string): boolean => {
  const parts = name.replace(" /", " ").split("/");
  const there = requestLine.split("/");
  return parts.length === there.length && parts.every((part, at) => part === "*" || part === there[at]);
};

const within = async <T>(signal: AbortSignal | null | undefined, work: () => Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure("timeout")), DEADLINE);
  });
  return abortable(Promise.race([work(), late]), signal).finally(() => clearTimeout(timer));
};

/** Returns a response in the service's format. */
export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
