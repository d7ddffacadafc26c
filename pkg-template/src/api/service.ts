import type { Stagepass, WaitOptions } from "../types.js";
import { type Address, isInside } from "./address.js";
import { OF_SERVICE } from "./failure.js";
import type { TokenSource } from "./open.js";
import { ALWAYS, type Wire } from "./wire.js";

/** What is asked of the service. */
export interface Ask extends WaitOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** JSON, where there is a body. */
  body?: object;
}

/** The service: what is asked in the listener's name, and what anybody may ask. */
export interface Service extends Pick<Stagepass, "fetch"> {
  readonly token: TokenSource;
  /**
   * Throws `option_invalid` unless `address`, absolute or relative, is under `baseUrl`. Only within {@link Wire.within}: the
   * core has then checked `baseUrl`.
   */
  under(address: Address): URL;
  /** Asks in the listener's name, `path` relative to `baseUrl`. Gives the JSON, undefined for 204. */
  ask(path: string, options?: Ask): Promise<unknown>;
  /** Asks without a token: nobody needs to be signed in, and the browser sends no preflight. */
  askOpenly(path: string, options?: WaitOptions): Promise<unknown>;
  /** The service's number for who is signed in. */
  ownId(options?: WaitOptions): Promise<number>;
}

export const openService = (baseUrl: string, token: TokenSource, wire: Wire): Service => {
  const { fail, within, json } = wire;

  const under = (address: Address) => {
    const base = new URL(`${baseUrl.replace(/\/$/, "")}/`);
    let url: URL | undefined;
    try {
      url = new URL(address, base);
    } catch {
      // No address at all.
    }
    if (url && isInside(base, url)) return url;
    throw fail("option_invalid", { message: "input is not under baseUrl: the token goes to the service alone." });
  };

  /** Sends what `made` makes with the listener's token; after a 401 with a new one, once, if `made` can make it again. */
  const send = async (made: () => Request, isRepeatable: boolean, signal: AbortSignal): Promise<Response> => {
    const sent = (bearer: string) => {
      const request = made();
      request.headers.set("Authorization", `Bearer ${bearer}`);
      return fetch(request, { signal });
    };
    const bearer = await token({ signal });
    const answer = await sent(bearer);
    if (answer.status !== 401 || !isRepeatable) return answer;
    // Nobody reads it: the connection is not left to it.
    answer.body?.cancel().catch(() => {});
    return sent(await token({ signal, refused: bearer }));
  };

  const requestFor = (input: RequestInfo | URL, init: RequestInit): Request => {
    const target = input instanceof Request ? input : under(input);
    if (input instanceof Request) under(input.url);
    try {
      return new Request(target, { ...init, ...ALWAYS });
    } catch (cause) {
      throw fail("option_invalid", { message: `init cannot be used: ${cause}`, cause });
    }
  };

  let own: { bearer: string; id: number } | undefined;

  const service: Service = {
    token,
    under,
    fetch: (input, init = {}) =>
      within(
        init.signal ?? (input instanceof Request ? input.signal : undefined),
        async (signal) => {
          const request = requestFor(input, init);
          const isRepeatable = !(init.body instanceof ReadableStream);
          return send(() => (isRepeatable ? request.clone() : request), isRepeatable, signal);
        },
        true,
      ),
    ask: (path, { signal, method = "GET", body } = {}) =>
      within(signal, async (ending) => {
        const init = body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
        const made = () => new Request(under(path), { method, cache: "no-store", ...init, ...ALWAYS });
        const answer = await send(made, true, ending);
        return answer.status === 204 ? undefined : json(answer, OF_SERVICE);
      }),
    askOpenly: (path, { signal } = {}) =>
      within(signal, async (ending) =>
        json(await fetch(under(path), { cache: "no-store", signal: ending, ...ALWAYS }), OF_SERVICE),
      ),
    async ownId(options) {
      const bearer = await token({ signal: options?.signal });
      if (own?.bearer !== bearer) own = { bearer, id: idOf(await service.ask("me", options)) };
      return own.id;
    },
  };

  const idOf = (profile: unknown): number => {
    const id = (profile as { userId?: unknown }).userId;
    if (!Number.isSafeInteger(id)) throw fail("bad_response");
    return id as number;
  };

  return service;
};
