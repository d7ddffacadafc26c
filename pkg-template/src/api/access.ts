import { isLocalhost, webAddress } from "../address.js";
import { ALWAYS } from "../terms.js";
import type { NewTrack, WaitOptions } from "../types.js";
import { OF_ACCESS_SERVER } from "./failure.js";
import type { Service } from "./service.js";
import type { Wire } from "./wire.js";

/**
 * The access server of the configuration. It belongs to a track's owner, who could act as the listener with an access
 * token: what it gets is a ticket, which proves to it alone who listens.
 */
export interface AccessServer {
  /** Its answer to who wants to hear a track, with a ticket if somebody is signed in. */
  stream(trackId: number, options?: WaitOptions): Promise<unknown>;
  /** Has it create a track with a rule, in the listener's name. Gives the track's number. */
  createTrack(track: NewTrack, options?: WaitOptions): Promise<number>;
}

/** How long before its end a ticket is used no more, in milliseconds: a request takes time, clocks run differently. */
const MARGIN = 30_000;

interface Ticket {
  text: string;
  /** Whose it is: a ticket must not outlive the session that it was asked with. */
  bearer: string;
  until: number;
}

export const openAccessServer = (written: string | undefined, service: Service, wire: Wire): AccessServer => {
  const { fail, isFailure, within, json } = wire;
  let held: Ticket | undefined;

  const ticket = async (audience: string, signal: AbortSignal): Promise<string> => {
    const bearer = await service.token({ signal });
    if (held?.bearer === bearer && Date.now() < held.until) return held.text;
    const asked = Date.now();
    const answer = (await service.ask("tickets", { method: "POST", body: { audience }, signal })) as {
      ticket?: unknown;
      expires_in?: unknown;
    } | null;
    const { ticket: text, expires_in: seconds } = answer ?? {};
    if (typeof text !== "string" || typeof seconds !== "number") throw fail("bad_response");
    held = { text, bearer, until: asked + seconds * 1000 - MARGIN };
    return text;
  };

  const ticketIfSignedIn = async (audience: string, signal: AbortSignal) => {
    try {
      return await ticket(audience, signal);
    } catch (error) {
      if (isFailure(error) && (error.code === "not_signed_in" || error.code === "session_expired")) return undefined;
      throw error;
    }
  };

  /** Asks it; where it refuses the ticket, whatever it has against it, once more with a new one. */
  const ask = async (path: string, init: RequestInit, show: typeof ticketIfSignedIn, signal?: AbortSignal) => {
    const origin = originOf(written, fail);
    return within(signal, async (ending) => {
      const sent = async () => {
        const shown = await show(origin, ending);
        const headers = { ...init.headers, ...(shown === undefined ? {} : { Authorization: `Ticket ${shown}` }) };
        const answer = await fetch(origin + path, { ...init, cache: "no-store", headers, signal: ending, ...ALWAYS });
        return { answer, shown };
      };
      const first = await sent();
      if (first.answer.status !== 401 || first.shown === undefined) return json(first.answer, OF_ACCESS_SERVER);
      if (held?.text === first.shown) held = undefined;
      first.answer.body?.cancel().catch(() => {});
      return json((await sent()).answer, OF_ACCESS_SERVER);
    });
  };

  return {
    stream: (trackId, { signal } = {}) => ask(`/stream/${trackId}?no_redirect=true`, {}, ticketIfSignedIn, signal),
    async createTrack({ title, genre, description, trackCid, rule }, options = {}) {
      // Looked at before anything is asked of anybody.
      originOf(written, fail);
      const userId = await service.ownId(options);
      const body = JSON.stringify({ userId, metadata: { title, genre, description, trackCid }, rule });
      const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
      const answer = (await ask("/create-track", init, ticket, options.signal)) as { trackId?: unknown } | null;
      if (!Number.isSafeInteger(answer?.trackId)) throw fail("bad_response");
      return answer?.trackId as number;
    },
  };
};

/** The configured origin as it is serialised, which is how the ticket names it. Throws `config_invalid`. */
const originOf = (written: string | undefined, fail: Wire["fail"]): string => {
  const wrong = (what: string) => fail("config_invalid", { message: `accessServer ${what}` });
  if (written === undefined || written === null || written === "") {
    throw wrong("is missing: the track is gated, or is to be. Name the access server's origin.");
  }
  const url = webAddress(written);
  if (!url || (url.protocol === "http:" && !isLocalhost(url))) {
    throw wrong("is no address with https (http for localhost).");
  }
  if (url.href !== `${url.origin}/`) throw wrong("is more than an origin: remove what follows the host and the port.");
  return url.origin;
};
