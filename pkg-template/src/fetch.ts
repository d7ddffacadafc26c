import { isInside } from "./address.js";
import { StagepassError } from "./errors.js";
import { ALWAYS, DEADLINE } from "./terms.js";
import type { Tokens } from "./token.js";
import { abortable, within } from "./wait.js";

/** `sp.fetch`. With `isOpen` no token goes along: nobody needs to be signed in, and the browser sends no preflight. */
export type Fetch = (input: RequestInfo | URL, init?: RequestInit, isOpen?: boolean) => Promise<Response>;

/** How long to wait before the first new try, in milliseconds; before the second, the last, it is twice that. */
const PATIENCE = 500;

/**
 * @param origins Where the token may go besides.
 * @param ready Rejects with what is wrong with the configuration, if anything is.
 */
export const openFetch =
  ({ token, expire }: Tokens, baseUrl: string, origins?: readonly string[], ready?: () => Promise<unknown>): Fetch =>
  (input, init = {}, isOpen) =>
    within(
      init.signal ?? (input as Partial<Request>)?.signal,
      async (signal) => {
        const given = input instanceof Request ? input : undefined;
        const [url, isService] = targetOf(given ? given.url : input, baseUrl, origins);
        if (!url) {
          // That the configuration is wrong comes first.
          await ready?.();
          throw unusable("input is neither under baseUrl nor of the origins.");
        }
        const isStream = init.body instanceof ReadableStream;
        const send = sender(requestFor(given ?? url, init), isStream, signal);
        if (isOpen) return send();

        const first = await token({ signal });
        let answer = await send(first);
        if (answer.status !== 401) return answer;
        drop(answer);
        const second = await token({ signal, refused: first });
        if (isStream) throw new StagepassError("body_used");
        answer = await send(second);
        if (answer.status !== 401 || !isService) return answer;
        drop(answer);
        return expire(second);
      },
      true,
    );

/** Where it is to go, and whether the service is there; nothing where no token may go. */
const targetOf = (address: unknown, baseUrl: string, origins?: readonly string[]): [url?: URL, isService?: boolean] => {
  try {
    const base = new URL(baseUrl.replace(/\/?$/, "/"));
    const url = new URL(address as string, base);
    const isService = isInside(base, url);
    if (isService || origins?.some((origin) => new URL(origin).origin === url.origin)) return [url, isService];
  } catch {
    // No address at all.
  }
  return [];
};

const requestFor = (input: Request | URL, init: RequestInit): Request => {
  try {
    return new Request(input, { ...init, ...ALWAYS });
  } catch (cause) {
    throw unusable(`init cannot be used: ${cause}`, cause);
  }
};

const unusable = (message: string, cause?: unknown) => new StagepassError("option_invalid", { message, cause });

/**
 * Sends a request, with a token, as often as it is called; and where it only reads, by itself twice more at most, a little
 * later each time, if the network fails or the service is busy.
 */
const sender = (request: Request, isStream: boolean, signal: AbortSignal) => {
  const until = performance.now() + DEADLINE;
  let patience = /^(GET|HEAD)$/.test(request.method) ? PATIENCE : Infinity;

  return async (bearer?: string): Promise<Response> => {
    for (;;) {
      const copy = isStream ? request : request.clone();
      if (bearer) copy.headers.set("Authorization", `Bearer ${bearer}`);
      let thrown: unknown;
      // Whatever is given beside a request makes it forget its referrer policy (Fetch, the Request constructor).
      const answer = await fetch(copy, { ...ALWAYS, signal }).catch((error) => {
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

/** Nobody reads it: the connection is not left to it. */
// biome-ignore lint/suspicious/noConfusingVoidType: what `catch` gives
const drop = (answer: Response | void): void => {
  answer?.body?.cancel().catch(() => {});
};

/** How long to wait by the answer's own word (RFC 9110 section 10.2.3), in milliseconds; 0 where it has none. */
// biome-ignore lint/suspicious/noConfusingVoidType: what `catch` gives
const retryAfter = (answer: Response | void): number => {
  const written = answer?.headers.get("Retry-After");
  return written ? +written * 1000 || Date.parse(written) - Date.now() || 0 : 0;
};
