import { isInside } from "../address.js";
import type { Tokens } from "../session/token.js";
import type { WaitOptions } from "../types.js";
import type { Client } from "./client.js";
import { OF_SERVICE, type Statuses } from "./failure.js";
import type { Wire } from "./wire.js";

/** Options of a request to the service. */
export interface Ask extends WaitOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: { [name: string]: string };
  /** The body: JSON, or a Blob unchanged. */
  body?: object;
  /** The codes of statuses, if they differ from the service's usual ones. */
  statuses?: Statuses;
}

/** Requests to the service, with and without the user's token. */
export interface Service extends Tokens {
  /**
   * Throws `option_invalid` unless `address`, absolute or relative, is under `baseUrl`. Call it only inside {@link
   * Wire.within}, because the core must have checked `baseUrl`.
   */
  under(address: string): URL;
  /**
   * Sends a request with the user's token. `path` is relative to `baseUrl`. Returns the JSON, or undefined for a 204.
   */
  ask(path: string, options?: Ask): Promise<unknown>;
  /** Sends a request without a token. It needs no session, and the browser sends no preflight. */
  askOpenly(path: string, options?: WaitOptions): Promise<unknown>;
  /** Returns the service's number of the signed-in user. */
  ownId(options?: WaitOptions): Promise<number>;
  /** Returns the result of `work`, which acts for the user. Undefined if no user is signed in. */
  ifSignedIn<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export const openService = (baseUrl: string, client: Client, wire: Wire): Service => {
  const { token, expire, dpop, getUser } = client;
  const { fail, isFailure, within, json } = wire;

  /** @param isOpen Whether to send no token. */
  const sendRequest = (
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
    dpop,
    under(address) {
      const base = new URL(`${baseUrl.replace(/\/$/, "")}/`);
      let url: URL | undefined;
      try {
        url = new URL(address, base);
      } catch {
        // It is not a URL.
      }
      if (url && isInside(base, url)) return url;
      throw fail("option_invalid", { message: `${address} must be under baseUrl.` });
    },
    ask: (path, options) => sendRequest(path, options),
    askOpenly: (path, options) => sendRequest(path, options, true),
    async ownId({ signal } = {}) {
      const { token: bearer } = await token({ signal });
      if (own?.bearer !== bearer) {
        const { userId: id } = await getUser({ signal });
        // It becomes part of URLs.
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
