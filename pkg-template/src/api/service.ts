import { isInside } from "../address.js";
import type { Tokens } from "../token.js";
import type { WaitOptions } from "../types.js";
import type { Client } from "./client.js";
import { OF_SERVICE, type Statuses } from "./failure.js";
import type { Wire } from "./wire.js";

/** What is asked of the service. */
export interface Ask extends WaitOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: { [name: string]: string };
  /** Where there is a body: JSON, or a Blob as it is. */
  body?: object;
  /** What a refusal means, if it is not what the service's mean elsewhere. */
  statuses?: Statuses;
}

/** The service: what is asked in the listener's name, and what anybody may ask. */
export interface Service extends Tokens {
  /**
   * Throws `option_invalid` unless `address`, absolute or relative, is under `baseUrl`. Only within {@link Wire.within}: the
   * core has then checked `baseUrl`.
   */
  under(address: string): URL;
  /** Asks in the listener's name, `path` relative to `baseUrl`. Gives the JSON, undefined for 204. */
  ask(path: string, options?: Ask): Promise<unknown>;
  /** Asks without a token: nobody needs to be signed in, and the browser sends no preflight. */
  askOpenly(path: string, options?: WaitOptions): Promise<unknown>;
  /** The service's number for who is signed in. */
  ownId(options?: WaitOptions): Promise<number>;
  /** What comes of `work`, which acts for the listener; undefined where nobody is signed in, or no longer. */
  ifSignedIn<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export const openService = (baseUrl: string, client: Client, wire: Wire): Service => {
  const { token, expire, getUser } = client;
  const { fail, isFailure, within, json } = wire;

  /** @param isOpen Without a token. */
  const asked = (
    path: string,
    { signal, method = "GET", headers, body, statuses = OF_SERVICE }: Ask = {},
    isOpen = false,
  ) =>
    within(signal, async (ending) => {
      const content = body && contentOf(body);
      const init = { ...content, headers: { ...content?.headers, ...headers } };
      const answer = await client.fetch(path, { method, cache: "no-store", signal: ending, ...init }, isOpen);
      return answer.status === 204 ? undefined : json(answer, statuses);
    });

  let own: { bearer: string; id: number } | undefined;

  return {
    token,
    expire,
    under(address) {
      const base = new URL(`${baseUrl.replace(/\/$/, "")}/`);
      let url: URL | undefined;
      try {
        url = new URL(address, base);
      } catch {
        // No address at all.
      }
      if (url && isInside(base, url)) return url;
      throw fail("option_invalid", { message: `${address} is not under baseUrl.` });
    },
    ask: (path, options) => asked(path, options),
    askOpenly: (path, options) => asked(path, options, true),
    async ownId({ signal } = {}) {
      const bearer = await token({ signal });
      if (own?.bearer !== bearer) {
        const { userId: id } = await getUser({ signal });
        // It goes into addresses.
        if (!Number.isSafeInteger(id)) throw fail("bad_response");
        own = { bearer, id };
      }
      return own.id;
    },
    async ifSignedIn(work) {
      try {
        return await work();
      } catch (error) {
        if (isFailure(error) && (error.code === "not_signed_in" || error.code === "session_expired")) return undefined;
        throw error;
      }
    },
  };
};

const contentOf = (body: object): { headers: { [name: string]: string }; body: BodyInit } =>
  body instanceof Blob
    ? { headers: { "Content-Type": body.type }, body }
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
