import { isInside, OUTSIDE, resolved, unlisted } from "./address.js";
import { StagepassError } from "./errors.js";
import type { Bearer } from "./glue.js";
import { ALWAYS, DEADLINE } from "./request-defaults.js";
import { isSentAgain } from "./session/bearer.js";
import type { Tokens } from "./session/token.js";
import { abortable, within } from "./wait.js";

/**
 * The function `sp.fetch`. With `isOpen` it sends no token: it needs no session, and the browser sends no preflight.
 */
export type Fetch = (input: RequestInfo | URL, init?: RequestInit, isOpen?: boolean) => Promise<Response>;

/** The delay before the first retry, in milliseconds. The second and last retry waits twice as long. */
const PATIENCE = 500;

/**
 * @param baseUrl The service. Undefined for another provider: then only `origins` receive the token.
 * @param origins Other origins that may receive the token.
 * @param ready Rejects if the configuration is not valid.
 */
export const openFetch = (
  { token, expire, dpop }: Tokens,
  baseUrl: string | undefined,
  origins?: readonly string[],
  ready?: () => Promise<unknown>,
): Fetch => {
  const request: Fetch = (input, init = {}, isOpen) =>
    within(
      init.signal ?? (input as Partial<Request>)?.signal,
      async (signal) => {
        const given = input instanceof Request ? input : undefined;
        const address = given ? given.url : input;
        const [url, isService] = targetOf(address, baseUrl, origins);
        if (!url) {
          // An invalid configuration is reported first.
          await ready?.();
          throw unusable(baseUrl ? OUTSIDE : unlisted(address));
        }
        const isStream = init.body instanceof ReadableStream;
        const send = sender(requestFor(given ?? url, init), isStream, signal, dpop);
        if (isOpen) return send();

        let bearer = await token({ signal });
        let answer = await send(bearer);
        for (let sends = 1; answer.status === 401 && isSentAgain(bearer, sends); sends++) {
          drop(answer);
          bearer = await token({ signal, refused: bearer.token });
          if (isStream) throw new StagepassError("body_used");
          answer = await send(bearer);
        }
        if (answer.status !== 401 || !isService || !baseUrl) return answer;
        if (url.href !== resolved(slashed(baseUrl), "me").href) {
          // One endpoint may be wrong about a token. This ends the session only if the service itself refuses it.
          drop(await request("me", { signal }));
          return answer;
        }
        // A 401 about a proof says nothing about the token (RFC 9449 section 7.1).
        const refusal = await answer
          .clone()
          .json()
          .catch(() => {});
        return bearer.isAdopted || /dpop/.test(refusal?.error) ? answer : expire(bearer.token);
      },
      true,
    );
  return request;
};

/** Returns the base URL with a slash at its end, so that paths are below it. */
const slashed = (baseUrl: string): URL => new URL(baseUrl.replace(/\/?$/, "/"));

/** Returns the URL and whether it is the service's. Nothing if it must not receive the token. */
const targetOf = (
  address: unknown,
  baseUrl: string | undefined,
  origins?: readonly string[],
): [url?: URL, isService?: boolean] => {
  try {
    const base = baseUrl && slashed(baseUrl);
    const url = base ? resolved(base, address) : new URL(`${address}`, location.href);
    const isService = !!base && isInside(base, url);
    if (isService || origins?.some((origin) => new URL(origin).origin === url.origin)) return [url, isService];
  } catch {
    // It is not a URL.
  }
  return [];
};

const requestFor = (input: Request | URL, init: RequestInit): Request => {
  try {
    return new Request(input, { ...init, ...ALWAYS });
  } catch (cause) {
    throw unusable(`init is not valid: ${cause}`, cause);
  }
};

const unusable = (message: string, cause?: unknown) => new StagepassError("option_invalid", { message, cause });

/**
 * Returns a function that sends a request with a token. It retries GET and HEAD at most twice, after a network failure
 * or if the service is busy.
 */
const sender = (request: Request, isStream: boolean, signal: AbortSignal, dpop: Tokens["dpop"]) => {
  const until = performance.now() + DEADLINE;
  let patience = /^(GET|HEAD)$/.test(request.method) ? PATIENCE : Infinity;

  // Any option beside a request resets its referrer policy (Fetch, the Request constructor).
  const options = { ...ALWAYS, signal };

  const once = async ({ token, key }: Partial<Bearer>) => {
    if (token && key && dpop) return (await dpop.load()).sendRequest(request, isStream, key, token, options);
    const copy = isStream ? request : request.clone();
    if (token) copy.headers.set("Authorization", `Bearer ${token}`);
    return fetch(copy, options);
  };

  return async (bearer: Partial<Bearer> = {}): Promise<Response> => {
    for (;;) {
      let thrown: unknown;
      const answer = await once(bearer).catch((error) => {
        thrown = error;
      });
      const wait = Math.max(retryAfter(answer), patience * (1 + Math.random() / 2));
      if (
        (answer && answer.status !== 429 && answer.status !== 503) ||
        patience > 2 * PATIENCE ||
        performance.now() + wait > until
      ) {
        if (answer) return answer;
        throw thrown;
      }
      drop(answer);
      patience *= 2;
      await abortable(new Promise((resolve) => setTimeout(resolve, wait)), signal);
    }
  };
};

/** Cancels a body that is not read, to free the connection. */
// biome-ignore lint/suspicious/noConfusingVoidType: what `catch` gives
const drop = (answer: Response | void): void => {
  answer?.body?.cancel().catch(() => {});
};

/** Returns the delay of `Retry-After` (RFC 9110 section 10.2.3) in milliseconds. 0 if there is none of its form. */
// biome-ignore lint/suspicious/noConfusingVoidType: what `catch` gives
const retryAfter = (answer: Response | void): number => {
  const written = answer?.headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(written)) return +written * 1000;
  return /GMT$/.test(written) ? Date.parse(written) - Date.now() || 0 : 0;
};
