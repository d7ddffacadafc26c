import type { Access, Joined, ListenOptions, Refusal, Track } from "../types.js";
import { failure } from "./failure.js";
import type { FakeOptions } from "./options.js";

/** The decisions of an access server. */
export interface Gates {
  /** Sets the denial reasons of a track. Without reasons, the user may hear it. */
  refuse(trackId: number, refusals: readonly Refusal[]): void;
  /** Returns whether the user may hear a track. */
  access(track: Track, options?: ListenOptions): Promise<Access>;
  /** Throws `access_refused` if the user may not hear the track. */
  enter(track: Track, options?: ListenOptions): Promise<void>;
  /** Accepts an invitation for this user. Throws `not_found`. */
  join(invitation: string, userId: number): Joined;
}

export const openGates = ({ refusals: given = {}, invitations = {} }: FakeOptions): Gates => {
  const standing = new Map(Object.entries(given).map(([id, refusals]) => [Number(id), refusals]));
  const groups = new Map(Object.entries(invitations));
  const usedBy = new Map<string, number>();

  const access: Gates["access"] = async ({ id, accessAuthorities }, { siteToken } = {}) => {
    const refusals = standing.get(id) ?? [];
    // Like the real one: a public track needs no token.
    if (typeof siteToken === "function" && (refusals.length || accessAuthorities.length)) await siteToken(id);
    const [first] = refusals;
    if (!first) return { allowed: true };
    return { allowed: false, message: refusals.map(({ message }) => message).join(" "), code: first.code, refusals };
  };

  return {
    refuse: (trackId, refusals) => void standing.set(trackId, refusals),
    access,
    async enter(track, options) {
      const answer = await access(track, options);
      if (answer.allowed) return;
      const { message: description, refusals } = answer;
      const { rule, yourCountry, allowedCountries } = refusals[0] as Refusal;
      throw failure("access_refused", {
        status: 403,
        description,
        rule,
        ...(yourCountry === undefined ? {} : { yourCountry }),
        ...(allowedCountries ? { allowedCountries } : {}),
        refusals,
      });
    },
    join(invitation, userId) {
      if (!invitation || typeof invitation !== "string") {
        throw failure("option_invalid", {
          message: "invitation is none: pass what stands behind #invitation= in its link.",
        });
      }
      const joined = groups.get(invitation);
      if (!joined) throw failure("not_found", { status: 404 });
      const user = usedBy.get(invitation) ?? userId;
      if (user !== userId) throw failure("not_found", { status: 410 });
      usedBy.set(invitation, userId);
      return { ...joined };
    },
  };
};
