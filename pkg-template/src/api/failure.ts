import type { StagepassError, StagepassErrorCode, StagepassErrorFacts } from "../errors.js";
import { TITLES } from "./errors.gen.js";
import { type RawReasons, reasonsOf } from "./reasons.js";

/** Makes failures of the class that was handed in, and knows them. */
export interface Failures {
  fail(code: StagepassErrorCode, facts?: StagepassErrorFacts): StagepassError;
  isFailure(thrown: unknown): thrown is StagepassError;
}

export const failing = (Kind: typeof StagepassError): Failures => ({
  fail: (code, facts) => new Kind(code, { message: TITLES[code], ...facts }),
  isFailure: (thrown) => thrown instanceof Kind,
});

/** The code for each status that has one of its own; every other is `request_failed`. */
export type Statuses = { readonly [status: number]: StagepassErrorCode };

/**
 * What the service means by a status. Not 401: that comes second, with a token that was renewed just now, and whether the
 * session is over is for the renewal to say.
 */
export const OF_SERVICE: Statuses = { 403: "forbidden", 404: "not_found", 409: "conflict" };

/** What it means where a file is given to it. */
export const OF_FILES: Statuses = {
  ...OF_SERVICE,
  413: "upload_refused",
  415: "upload_refused",
  422: "upload_refused",
};

/** What it means by such an error, whatever the status: the listener keeps too much, or all of them do. */
const OF_QUOTA: readonly unknown[] = ["quota_exceeded", "too_many_uploads", "storage_full"];

/** What a node means, which knows of no session. */
export const OF_NODE: Statuses = { 401: "forbidden", 403: "forbidden", 404: "not_found" };

/** What an access server means. 410: there was such an invitation. */
export const OF_ACCESS_SERVER: Statuses = {
  401: "access_refused",
  403: "access_refused",
  404: "not_found",
  410: "not_found",
};

/** The failure that an answer with this status and this body stands for. */
export const refusal = ({ fail }: Failures, statuses: Statuses, status: number, body: string): StagepassError => {
  const told = parsed(body);
  const words = [told.error_description, told.detail, told.error].find((text) => text && typeof text === "string");
  const code = OF_QUOTA.includes(told.error) ? "quota_exceeded" : (statuses[status] ?? "request_failed");
  return fail(code, {
    status,
    ...(words ? { description: words as string } : {}),
    ...(code === "access_refused" ? reasonsOf(told) : {}),
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
