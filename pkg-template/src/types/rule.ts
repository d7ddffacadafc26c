// Rules of gated tracks, and denial reasons.

/** An object with exactly one of these members. */
export type OneOf<Members> = {
  [Name in keyof Members]: { readonly [Only in Name]: Members[Name] } & {
    readonly [Other in Exclude<keyof Members, Name>]?: never;
  };
}[keyof Members];

/**
 * A rule: who may hear a track. A fact that cannot be determined never grants access, also under `not`.
 *
 * Its members are in camelCase. The JSON of the access server has `not_in` and `signed_in`, which are converted.
 *
 * At most 64 conditions, at most 8 levels deep.
 */
export type Rule = OneOf<RuleMembers>;

/** The members of a {@link Rule}, which has exactly one of them. */
export interface RuleMembers {
  /** Every one of these rules must allow access. At least one rule. */
  all: readonly Rule[];
  /** One of these rules must allow access. At least one rule. */
  any: readonly Rule[];
  /** This rule must not allow access. */
  not: Rule;
  /** The user's country, by ISO code or English name. */
  geo: OneOf<{ in: readonly string[]; notIn: readonly string[] }>;
  /** The user must be a member of this group of the owner, by its ID. */
  group: string;
  /**
   * The site on which the track is played. `from`: the site's origins. `signed`: the ID of the site key with which the
   * site's server signs.
   */
  site: OneOf<{ from: readonly string[]; signed: string }>;
  /** The user must have paid for this product of the owner, by its ID. Several rules may name one product. */
  paid: string;
  /** The time at which the track is played. */
  schedule: Schedule;
  /** The user must be signed in. With `verified`, the service must also have verified the user. */
  signedIn: { readonly verified?: true };
}

/**
 * A schedule: when a track may be heard. It has a start, an end, weekly hours, or several of them. Times are local
 * times without an offset, such as `"2026-12-01T20:00"`. A date alone means its first moment.
 */
export type Schedule = ScheduleFacts &
  (
    | Required<Pick<ScheduleFacts, "from">>
    | Required<Pick<ScheduleFacts, "until">>
    | Required<Pick<ScheduleFacts, "weekly">>
  );

/** The members of a {@link Schedule}. */
export interface ScheduleFacts {
  /** The start. */
  readonly from?: string;
  /** The end, exclusive. */
  readonly until?: string;
  /** Weekly hours. At most 14. */
  readonly weekly?: readonly WeeklyHours[];
  /**
   * The time zone: an IANA name such as `"Europe/Stockholm"`, or `"listener"` for the user's own country. In a country
   * with several zones, the schedule starts when the last zone starts and ends when the first zone ends.
   */
  readonly zone: string;
}

/** Hours that repeat each week. */
export interface WeeklyHours {
  /** The days on which these hours start. */
  readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /** The start, such as `"20:00"`. */
  readonly from: string;
  /** The end, such as `"02:00"` or `"24:00"`. It is on the next day if it is not later than `from`. */
  readonly until: string;
}

/** The rule of a track, as its access server has it. */
export interface TrackRule {
  /**
   * The track's own rule. Null if it has none: then the default of the access server decides. An access server that is
   * newer than this package may have other conditions.
   */
  readonly rule: Rule | null;
  /** A sentence of the access server: who may hear the track. */
  readonly words: string;
}

/** A denial reason. */
export interface Refusal {
  /** The kind of condition. A later version may add kinds. */
  readonly rule: keyof Omit<RuleMembers, "all" | "any" | "not"> | (string & {});
  /** The stable name of the reason, such as `"not_a_member"` or `"not_yet"`. A later version may add names. */
  readonly code: string;
  /** The access server's message for the user. Show it as text, never as HTML. */
  readonly message: string;
  /** The user's country, as the access server determined it. Null if it cannot be determined. */
  readonly yourCountry?: string | null;
  /** The countries in which the track can be heard, as ISO codes. */
  readonly allowedCountries?: readonly string[];
  /** When this reason ends (RFC 3339, UTC). */
  readonly opensAt?: string;
  /** A web page on which the user can pay, chosen by the track's owner. */
  readonly buyUrl?: string;
  /** A web page on which the user can ask to join, chosen by the track's owner. */
  readonly joinUrl?: string;
  /** The user is not signed in, and signing in may help. */
  readonly signIn?: true;
}

/** Whether the user may hear a track. */
export type Access = { readonly allowed: true } | Denied;

/** An access decision that denies access, with its reasons. */
export interface Denied {
  /** Always false for a denial. */
  readonly allowed: false;
  /** The access server's message for the user. Show it as text, never as HTML. */
  readonly message: string;
  /** The stable name of the first reason, or another such as `"no_rule"`. A later version may add names. */
  readonly code: string;
  /** The denial reasons. Empty if the user can do nothing, for example for a track without a rule. */
  readonly refusals: readonly Refusal[];
}

/** A group that the user has joined. */
export interface Joined {
  /** The group's ID. */
  readonly group: string;
  /** The name that the owner gave the group. */
  readonly name: string;
}
