import { FIELD_SHIFT } from "./border.gen.js";
import { CODES, FIELDS, type StagepassErrorCode, TITLES } from "./errors.gen.js";
import { faultMessage } from "./fault-message.js";
import type { CoreError } from "./glue.js";
import type { Refusal } from "./types/rule.js";

export type { StagepassErrorCode };

/** What may be known of a failure beyond its code. */
export interface StagepassErrorFacts {
  /** The sentence to use in place of the code's own. */
  message?: string | undefined;
  /** See {@link StagepassError.description}. */
  description?: string | undefined;
  /** See {@link StagepassError.status}. */
  status?: number | undefined;
  /** See {@link StagepassError.cause}. */
  cause?: unknown;
  /** See {@link StagepassError.rule}. */
  rule?: string;
  /** See {@link StagepassError.yourCountry}. */
  yourCountry?: string | null;
  /** See {@link StagepassError.allowedCountries}. */
  allowedCountries?: readonly string[];
  /** See {@link StagepassError.refusals}. */
  refusals?: readonly Refusal[];
}

/** Whatever fails in Stagepass throws this. Compare its `code`, show its `message`. */
export class StagepassError extends Error {
  /** The stable name of what happened, such as `"popup_closed"`. The list is open: have a branch for those you do not know. */
  declare readonly code: StagepassErrorCode;
  /**
   * The service's own words about it (`error_description`, or `error`; RFC 6749 section 4.1.2.1), where it said any.
   * They come from outside: show them as text, never as HTML.
   */
  declare readonly description?: string;
  /** The HTTP status, where there was one. */
  declare readonly status?: number;
  /** What the browser threw, where that led to it; for `"aborted"`, the signal's reason. */
  declare readonly cause?: unknown;
  /** For `"access_refused"`: the rule that refused, such as `"geo"`, where the access server told it. */
  declare readonly rule?: string;
  /** For `"access_refused"`: where the access server takes the listener to be (null: it does not know), where it told. */
  declare readonly yourCountry?: string | null;
  /** For `"access_refused"`: where the track can be heard, where the access server told it. */
  declare readonly allowedCountries?: readonly string[];
  /** For `"access_refused"`: what stands in the listener's way, and what would help, where the access server told it. */
  declare readonly refusals?: readonly Refusal[];

  constructor(code: StagepassErrorCode, { message, ...facts }: StagepassErrorFacts = {}) {
    super(message || TITLES[CODES.indexOf(code as (typeof CODES)[number])] || code);
    this.name = "StagepassError";
    Object.assign(this, { code }, facts);
  }
}

/**
 * Whether `error` is a {@link StagepassError}. Unlike `instanceof` it also knows one that another copy of this library
 * threw (two bundles on one page).
 */
export const isStagepassError = (error: unknown): error is StagepassError =>
  error instanceof Error && error.name === "StagepassError";

/** The failure of a field of `stagepass(config)` or of an option of `login`. */
export const invalid = (
  code: "config_invalid" | "option_invalid",
  field: (typeof FIELDS)[number],
  fault: number,
  cause?: unknown,
): StagepassError => new StagepassError(code, { message: faultMessage(field, fault), ...(cause ? { cause } : {}) });

/** The bits of a fault. */
const FAULT = 2 ** FIELD_SHIFT - 1;

/**
 * The failure that a call into the core ended with. What is not in the core's own form, such as a trap, is `internal`.
 */
export const fromCore = (thrown: unknown): StagepassError => {
  if (isStagepassError(thrown)) return thrown;
  if (!Array.isArray(thrown)) return new StagepassError("internal", { cause: thrown });
  const [number, detail, description] = thrown as CoreError;
  const code = CODES[number] || "internal";
  return code === "config_invalid" || code === "option_invalid"
    ? invalid(code, FIELDS[detail >> FIELD_SHIFT] as (typeof FIELDS)[number], detail & FAULT)
    : new StagepassError(code, { ...(description && { description }), ...((detail && { status: detail }) as object) });
};
