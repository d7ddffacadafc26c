import { isLocalhost, webAddress } from "../address.js";
import type { StagepassError } from "../errors.js";
import type { OAuth, TicketOptions } from "../types.js";
import type { Service } from "./service.js";
import type { Wire } from "./wire.js";

export type TicketScope = NonNullable<TicketOptions["scope"]>;

/** The tickets of a client, one for each audience and scope. */
export interface Tickets extends Pick<OAuth, "getTicket"> {
  /** Returns a ticket for this origin, in its serialised form. */
  ticket(audience: string, scope: TicketScope, signal: AbortSignal): Promise<string>;
  /** Removes a ticket that its audience has rejected. */
  reject(text: string): void;
}

/** A ticket is not used in the last milliseconds before it expires, because requests take time and clocks differ. */
const MARGIN = 30_000;

interface Ticket {
  text: string;
  /** The user's token. A ticket must not outlive the session for which it was issued. */
  bearer: string;
  until: number;
}

export const openTickets = (service: Service, { fail, within }: Wire): Tickets => {
  const held = new Map<string, Ticket>();

  const ticket: Tickets["ticket"] = async (audience, scope, signal) => {
    const { token: bearer } = await service.token({ signal });
    const kind = `${scope} ${audience}`;
    const known = held.get(kind);
    if (known?.bearer === bearer && Date.now() < known.until) return known.text;
    const requestedAt = Date.now();
    const answer = (await service.ask("tickets", { method: "POST", body: { audience, scope }, signal })) as {
      ticket?: unknown;
      expires_in?: unknown;
    } | null;
    const { ticket: text, expires_in: seconds } = answer ?? {};
    if (typeof text !== "string" || typeof seconds !== "number") throw fail("bad_response");
    held.set(kind, { text, bearer, until: requestedAt + seconds * 1000 - MARGIN });
    return text;
  };

  return {
    ticket,
    reject(text) {
      for (const [kind, ticket] of held) if (ticket.text === text) held.delete(kind);
    },
    getTicket: ({ audience, scope = "read", signal }) => {
      const wrong = (what: string) => fail("option_invalid", { message: `audience ${what}` });
      return within(signal, async (ending) => {
        if (scope !== "read" && scope !== "write") {
          throw fail("option_invalid", { message: 'scope must be "read" or "write".' });
        }
        return ticket(originOf(audience, wrong), scope, ending);
      });
    },
  };
};

/** Returns the serialised form of an origin, which the ticket also names. Throws the error that `wrong` makes. */
export const originOf = (written: unknown, wrong: (what: string) => StagepassError): string => {
  const url = webAddress(written);
  if (!url || (url.protocol === "http:" && !isLocalhost(url))) {
    throw wrong("must be an https origin (http for localhost).");
  }
  if (url.href !== `${url.origin}/`) throw wrong("must be an origin: remove everything after the host and the port.");
  return url.origin;
};
