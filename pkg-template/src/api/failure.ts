import type { StagepassError, StagepassErrorCode, StagepassErrorFacts } from "../errors.js";
import { TITLES } from "./errors.gen.js";
import { type RawReasons, reasonsOf } from "./reasons.js";

/** Creates errors of the given class, and recognises them. */
export interface Failures {
  fail(code: StagepassErrorCode, facts?: StagepassErrorFacts): StagepassError;
  isFailure(thrown: unknown): thrown is StagepassError;
}

export const failing = (Kind: typeof StagepassError): Failures => ({
  fail: (code, facts) => new Kind(code, { title: TITLES[code], ...facts }),
  isFailure: (thrown) => thrown instanceof Kind,
});

/** The codes of statuses. Any other status is `request_failed`. */
export type Statuses = { readonly [status: number]: StagepassErrorCode };

/**
 * The codes of the service's statuses. Not 401, which follows a refresh: whether the session has expired is decided by
 * the refresh.
 */
export const OF_SERVICE: Statuses = {
  400: "input_invalid",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
};

/** The codes of statuses after sending a file. */
export const OF_FILES: Statuses = {
  ...OF_SERVICE,
  413: "upload_refused",
  415: "upload_refused",
  422: "upload_refused",
};

/** The server errors that mean `quota_exceeded`, with any status. */
const OF_QUOTA: readonly unknown[] = ["quota_exceeded", "too_many_uploads", "storage_full"];

/** The codes of a stream node's statuses. A node knows no session. */
export const OF_NODE: Statuses = { 401: "forbidden", 403: "forbidden", 404: "not_found" };

/** The codes of an access server's statuses. 410: the invitation was used or has expired. */
export const OF_ACCESS_SERVER: Statuses = {
  400: "input_invalid",
  401: "access_refused",
  403: "access_refused",
  404: "not_found",
  410: "not_found",
};

/** The codes of an access server's statuses for a track's owner. 409: the owner has too many rules. */
export const OF_OWNER: Statuses = { ...OF_ACCESS_SERVER, 403: "forbidden", 409: "conflict" };

/** Returns the error for a response with this status and body. */
export const refusal = ({ fail }: Failures, statuses: Statuses, status: number, body: string): StagepassError => {
  const raw = parsed(body);
  const words = [raw.error_description, raw.detail, raw.error].find((text) => text && typeof text === "string");
  const code = OF_QUOTA.includes(raw.error) ? "quota_exceeded" : (statuses[status] ?? "request_failed");
  return fail(code, {
    status,
    ...(words ? { description: words as string } : {}),
    ...(code === "access_refused" ? reasonsOf(raw) : {}),
  });
};

const parsed = (body: string): RawReasons => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value ? (value as RawReasons) : {};
  } catch {
    return {};
  }
};
