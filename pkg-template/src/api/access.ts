import { ALWAYS } from "../request-defaults.js";
import type { Access, Joined, ListenOptions, NewTrack, Rule, TrackRule, WaitOptions } from "../types.js";
import { OF_ACCESS_SERVER, OF_OWNER } from "./failure.js";
import { deniedOf, type RawReasons } from "./reasons.js";
import { isRule, ruleFromWire, ruleToWire } from "./rule.js";
import type { Service } from "./service.js";
import { originOf, type TicketScope, type Tickets } from "./tickets.js";
import { object } from "./track.js";
import type { Wire } from "./wire.js";

/**
 * The access server of the configuration. It belongs to a track's owner, who could act as the user with an access
 * token. Therefore it gets only a ticket, which proves to this one server who the user is.
 */
export interface AccessServer {
  /** Requests a stream, with a ticket if the user is signed in. */
  stream(trackId: number, options?: ListenOptions): Promise<unknown>;
  /** Requests the decision without a stream. */
  access(trackId: number, options?: ListenOptions): Promise<Access>;
  /** Accepts an invitation: the user joins the group. */
  join(invitation: string, options?: WaitOptions): Promise<Joined>;
  /** Creates a track with a rule for the user. Returns the track's number. */
  createTrack(track: NewTrack, options?: WaitOptions): Promise<number>;
  /** Returns the rule of a track of the user. */
  getRule(trackId: number, options?: WaitOptions): Promise<TrackRule>;
  /** Sets the rule of a track of the user. Null removes it. */
  setRule(trackId: number, rule: Rule | null, options?: WaitOptions): Promise<TrackRule>;
}

/** Returns the ticket for a request, if it needs one. */
type Show = (audience: string, signal: AbortSignal) => Promise<string | undefined>;

export const openAccessServer = (
  written: string | undefined,
  service: Service,
  { ticket, reject }: Tickets,
  wire: Wire,
): AccessServer => {
  const { fail, within, json } = wire;

  /** Returns the configured origin. Throws `config_invalid`. */
  const configured = (): string => {
    const wrong = (what: string) => fail("config_invalid", { message: `accessServer ${what}` });
    if (written === undefined || written === null || written === "") {
      throw wrong("is missing: set it to the access server's origin, for gated tracks and invitations.");
    }
    return originOf(written, wrong);
  };

  /**
   * Sends a request. If the server rejects the ticket for any reason, retries once with a new one.
   *
   * @param prepare Returns the request when it is needed.
   * @param statuses The codes of the statuses.
   */
  const ask = async (
    path: string,
    prepare: () => RequestInit | Promise<RequestInit>,
    show: Show,
    signal?: AbortSignal,
    statuses = OF_ACCESS_SERVER,
  ) => {
    const origin = configured();
    return within(signal, async (ending) => {
      const init = await prepare();
      const sent = async () => {
        const shown = await show(origin, ending);
        const headers = { ...init.headers, ...(shown === undefined ? {} : { Authorization: `Ticket ${shown}` }) };
        const answer = await fetch(origin + path, { ...init, cache: "no-store", headers, signal: ending, ...ALWAYS });
        return { answer, shown };
      };
      const first = await sent();
      if (first.answer.status !== 401 || first.shown === undefined) return json(first.answer, statuses);
      reject(first.shown);
      first.answer.body?.cancel().catch(() => {});
      return json((await sent()).answer, statuses);
    });
  };

  /**
   * Asks about a track, with the ticket and the site token if needed. An app that gets no tickets asks without one, for
   * tracks whose rule needs no user. If access is denied then, this rejects with the reason why there is no ticket.
   */
  const askAbout = async (trackId: number, path: string, { siteToken, signal }: ListenOptions = {}) => {
    let forbidden: unknown;
    const show: Show = (audience, ending) =>
      service
        .ifSignedIn(() => ticket(audience, "read", ending))
        .catch((error) => {
          if (error.code !== "forbidden") throw error;
          forbidden = error;
          return undefined;
        });
    const prepare = async () => ({ headers: await siteHeader(trackId, siteToken) });
    const answer = await ask(path, prepare, show, signal).catch((error) => {
      throw error.code === "access_refused" ? (forbidden ?? error) : error;
    });
    if (forbidden && (answer as RawReasons | null)?.allowed === false) throw forbidden;
    return answer;
  };

  const siteHeader = async (trackId: number, given: ListenOptions["siteToken"]): Promise<Record<string, string>> => {
    if (given === undefined) return {};
    const token = typeof given === "function" ? await given(trackId) : given;
    if (isVisibleAscii(token)) return { "Stagepass-Site-Token": token };
    throw fail("option_invalid", {
      message: "siteToken must be a token without spaces, or a function that returns one.",
    });
  };

  const askInName = (path: string, scope: TicketScope, body: object, signal?: AbortSignal) => {
    const show: Show = (audience, ending) => ticket(audience, scope, ending);
    return ask(path, () => withJson("POST", body), show, signal);
  };

  const askAsOwner = async (trackId: number, init: RequestInit, { signal }: WaitOptions = {}) => {
    const show: Show = (audience, ending) => ticket(audience, "write", ending);
    const { rule, words } = object(wire, await ask(`/tracks/${trackId}/rule`, () => init, show, signal, OF_OWNER));
    if (!isRule(rule) || typeof words !== "string") throw fail("bad_response");
    return { rule: ruleFromWire(rule), words };
  };

  return {
    stream: (trackId, options) => askAbout(trackId, `/stream/${trackId}?no_redirect=true`, options),
    async access(trackId, options) {
      const response = ((await askAbout(trackId, `/tracks/${trackId}/access`, options)) ?? {}) as RawReasons;
      if (response.allowed === true) return { allowed: true };
      const denied = response.allowed === false && deniedOf(response);
      if (!denied) throw fail("bad_response");
      return denied;
    },
    async join(invitation, { signal } = {}) {
      if (!invitation || typeof invitation !== "string") {
        throw fail("option_invalid", {
          message: "invitation is not valid: pass the text after #invitation= in its link.",
        });
      }
      const { group, name } = ((await askInName("/join", "read", { invitation }, signal)) ?? {}) as RawReasons;
      if (typeof group !== "string" || typeof name !== "string") throw fail("bad_response");
      return { group, name };
    },
    async createTrack({ title, genre, description, trackCid, rule }, options = {}) {
      // Checked before any request is sent.
      configured();
      const userId = await service.ownId(options);
      const body = { userId, metadata: { title, genre, description, trackCid }, rule: ruleToWire(rule) };
      const answer = (await askInName("/create-track", "write", body, options.signal)) as { trackId?: unknown } | null;
      if (!Number.isSafeInteger(answer?.trackId)) throw fail("bad_response");
      return answer?.trackId as number;
    },
    getRule: (trackId, options) => askAsOwner(trackId, {}, options),
    async setRule(trackId, rule, options) {
      if (!isRule(rule)) throw fail("option_invalid", { message: "rule must be an object, or null to remove it." });
      return askAsOwner(trackId, withJson("PUT", { rule: ruleToWire(rule) }), options);
    },
  };
};

const withJson = (method: string, body: object): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Returns whether a header can have this value without an error of the browser. */
const isVisibleAscii = (text: unknown): text is string => typeof text === "string" && /^[!-~]+$/.test(text);
