import { CODES, FIELDS, type StagepassErrorCode, TITLES } from "./errors.gen.js";
import { faultMessage } from "./fault-message.js";
import type { CoreError } from "./glue.js";
import type { Refusal } from "./types/rule.js";

export type { StagepassErrorCode };

/** The details of a {@link StagepassError}. */
export interface StagepassErrorFacts {
  /** See {@link StagepassError.title}. Default: the title of the code. */
  title?: string | undefined;
  /** What is wrong, for the developer. Default: the title. */
  message?: string | undefined;
  /** See {@link StagepassError.description}. */
  description?: string | undefined;
  /** See {@link StagepassError.oauthError}. */
  oauthError?: string | undefined;
  /** See {@link StagepassError.errorUri}. */
  errorUri?: string | undefined;
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

/**
 * Every call of Stagepass fails with this error. Compare its `code`. Show its `title` to the user. Its `message` is for
 * the developer: it may name a field or a command, and has all that is known of the cause, also a server's own words.
 * So write it as text, never as HTML.
 */
export class StagepassError extends Error {
  /** The stable name of the error, such as `"popup_closed"`. A minor version may add codes. */
  declare readonly code: StagepassErrorCode;
  /** For the user: what happened, then what to do, in English. The same for all errors of a code. */
  declare readonly title: string;
  /**
   * The server's message, if there is one, such as `error_description` (RFC 6749 section 4.1.2.1). Show it as text,
   * never as HTML.
   */
  declare readonly description?: string;
  /**
   * The `error` of an authorization or token response, if there is one (RFC 6749 sections 4.1.2.1 and 5.2), such as
   * `"invalid_grant"`. At most 64 lowercase letters and underscores: a response with any other `error` has none.
   */
  declare readonly oauthError?: string;
  /**
   * The `error_uri` of the same response: a page about the error, for the developer. Only an http or https URL. Any
   * other value is dropped, because it could run code if it became a link.
   */
  declare readonly errorUri?: string;
  /** The HTTP status, if there is one. */
  declare readonly status?: number;
  /** The error that caused this one, if there is one. For `"aborted"`, the signal's reason. */
  declare readonly cause?: unknown;
  /** For `"access_refused"`: the rule that denied access, such as `"geo"`, if known. */
  declare readonly rule?: string;
  /** For `"access_refused"`: the user's country, if known. Null if the access server cannot determine it. */
  declare readonly yourCountry?: string | null;
  /** For `"access_refused"`: the countries in which the track can be heard, if known. */
  declare readonly allowedCountries?: readonly string[];
  /** For `"access_refused"`: the denial reasons and what would help, if known. */
  declare readonly refusals?: readonly Refusal[];

  constructor(code: StagepassErrorCode, { message, title, ...facts }: StagepassErrorFacts = {}) {
    title ||= TITLES[CODES.indexOf(code as (typeof CODES)[number])] || code;
    super((message || title) + known(facts));
    Object.assign(this, { code, title }, facts);
  }
}

/** Returns what is known of the cause: the status, the service's answer, and the message of the error before. */
const known = ({ status, oauthError, description, cause }: StagepassErrorFacts): string => {
  const before = (cause as { message?: unknown } | undefined)?.message ?? cause;
  const parts = [status && `HTTP ${status}`, oauthError, description, typeof before === "string" && before];
  const text = parts.filter(Boolean).join(", ");
  return text && ` (${text})`;
};

// On the prototype, because the stack of an error begins with its name at the time of `super`.
StagepassError.prototype.name = "StagepassError";

/**
 * Returns whether `error` is a {@link StagepassError}. Unlike `instanceof`, it also accepts an error of another copy of
 * this library, for example in a second bundle.
 */
export const isStagepassError = (error: unknown): error is StagepassError =>
  error instanceof Error && error.name === "StagepassError";

/** Returns the error for a field of `stagepass(config)` or an option of `login`. */
export const invalid = (
  code: "config_invalid" | "option_invalid",
  field: (typeof FIELDS)[number],
  fault: number,
  cause?: unknown,
): StagepassError => new StagepassError(code, { message: faultMessage(field, fault), ...(cause ? { cause } : {}) });

/** Returns whether it is an error of the core. A `DOMException` has a number as its code, too. */
const isOfCore = (thrown: unknown): thrown is CoreError =>
  typeof (thrown as CoreError | undefined)?.code === "number" && !(thrown instanceof Error);

/** Returns the error of a call into the core. Anything but the core's own errors, such as a trap, is `internal`. */
export const fromCore = (thrown: unknown): StagepassError => {
  if (isStagepassError(thrown)) return thrown;
  if (!isOfCore(thrown)) return new StagepassError("internal", { cause: thrown });
  const { field = 0, fault = 0, status, description, oauthError = "", errorUri = "" } = thrown;
  const code = CODES[thrown.code] || "internal";
  return code === "config_invalid" || code === "option_invalid"
    ? invalid(code, FIELDS[field] as (typeof FIELDS)[number], fault)
    : new StagepassError(code, {
        ...(description && { description }),
        // Nothing else, because a faulty service may put a code or a token there.
        ...(/^[a-z_]{1,64}$/.test(oauthError) && { oauthError }),
        ...(/^https?:\/\/[!#-~]+$/.test(errorUri) && { errorUri }),
        ...(status && { status }),
      });
};
