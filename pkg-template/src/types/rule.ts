// Who may hear a track: what its owner says, and what a listener is told who may not.

/** An object with exactly one of these members. */
export type OneOf<Members> = {
  [Name in keyof Members]: { readonly [Only in Name]: Members[Name] } & {
    readonly [Other in Exclude<keyof Members, Name>]?: never;
  };
}[keyof Members];

/**
 * Who may hear a track. What the access server cannot find out is never a yes, under `not` as well.
 *
 * At most 64 conditions, 8 deep.
 */
export type Rule = OneOf<RuleMembers>;

/** What a {@link Rule} is made of: it has exactly one of these members. */
export interface RuleMembers {
  /** Each of these lets the listener in. One at least. */
  all: readonly Rule[];
  /** One of these does. One at least. */
  any: readonly Rule[];
  /** This does not. */
  not: Rule;
  /** Where the listener is: countries by ISO code or by their English name. */
  geo: OneOf<{ in: readonly string[]; not_in: readonly string[] }>;
  /** Members of this group of the owner's, by its id. */
  group: string;
  /** On these sites alone. `from`: their origins. `signed`: the id of the site key that the site's own server signs with. */
  site: OneOf<{ from: readonly string[]; signed: string }>;
  /** Who has paid for this product of the owner's, by its id: one track, or a bundle that several rules name. */
  paid: string;
  /** When. */
  schedule: Schedule;
  /** Who is signed in; with `verified`: whom the service vouches for. */
  signed_in: { readonly verified?: true };
}

/**
 * When a track may be heard: from, until, in hours of the week, or several of these together. Times are local ones without
 * an offset, `"2026-12-01T20:00"`, or a date alone, which is its first moment.
 */
export type Schedule = ScheduleFacts &
  (
    | Required<Pick<ScheduleFacts, "from">>
    | Required<Pick<ScheduleFacts, "until">>
    | Required<Pick<ScheduleFacts, "weekly">>
  );

/** What a {@link Schedule} says. */
export interface ScheduleFacts {
  /** The first moment. */
  readonly from?: string;
  /** The first moment that is too late. */
  readonly until?: string;
  /** Hours that come again each week. At most 14. */
  readonly weekly?: readonly WeeklyHours[];
  /**
   * Where these are the times: `"Europe/Stockholm"` (IANA), or `"listener"`: in the listener's own country; where that has
   * several zones, not before the last of them and not after the first.
   */
  readonly zone: string;
}

/** Hours that come again each week. */
export interface WeeklyHours {
  /** The days on which they begin. */
  readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /** `"20:00"`. */
  readonly from: string;
  /** `"02:00"`, which is the next day where it is no later than `from`; `"24:00"`. */
  readonly until: string;
}

/** One thing that stands in the listener's way. */
export interface Refusal {
  /** The kind of condition. The list is open. */
  readonly rule: keyof Omit<RuleMembers, "all" | "any" | "not"> | (string & {});
  /** What is wrong, by a stable name such as `"not_a_member"` or `"not_yet"`. The list is open. */
  readonly code: string;
  /** The access server's sentence for the listener. Show it as text, never as HTML. */
  readonly message: string;
  /** Where the access server takes the listener to be; null: it does not know. */
  readonly yourCountry?: string | null;
  /** Where the track can be heard, by ISO codes. */
  readonly allowedCountries?: readonly string[];
  /** When this will no longer stand in the way (RFC 3339, UTC). */
  readonly opensAt?: string;
  /** Where the listener can pay: a web address, chosen by the track's owner. */
  readonly buyUrl?: string;
  /** Where the listener can ask to join: a web address, chosen by the track's owner. */
  readonly joinUrl?: string;
  /** Nobody is signed in, and to sign in may help. */
  readonly signIn?: true;
}

/** Whether a track may be heard. */
export type Access = { readonly allowed: true } | Denied;

/** Why it may not. */
export interface Denied {
  readonly allowed: false;
  /** The access server's sentence for the listener. Show it as text, never as HTML. */
  readonly message: string;
  /** What is wrong, by a stable name: that of the first refusal, or such as `"no_rule"`. The list is open. */
  readonly code: string;
  /** What stands in the way. Empty where nothing would help, such as for a track without a rule. */
  readonly refusals: readonly Refusal[];
}

/** A group that a listener has joined. */
export interface Joined {
  /** Its id. */
  readonly group: string;
  /** What its owner calls it. */
  readonly name: string;
}
