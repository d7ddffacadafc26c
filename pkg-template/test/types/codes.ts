// Type tests: `tsc` compiles this file, and nothing runs it. The codes that this package creates are closed unions.

import type { DiagnosisCode, Refusal, StagepassErrorCode } from "stagepass";

/** Accepts only what is left if every value was handled. */
declare const never: (value: never) => void;

/** A switch over all codes compiles without a default, so a missing code is found by the compiler. */
export const ofError = (code: StagepassErrorCode): string => {
  switch (code) {
    case "config_invalid":
    case "option_invalid":
    case "unsupported":
    case "load_failed":
    case "internal":
    case "body_used":
    case "request_refused":
    case "storage_unavailable":
      return "app";
    case "popup_blocked":
    case "popup_closed":
    case "superseded":
    case "aborted":
    case "access_denied":
    case "authorization_failed":
    case "callback_invalid":
    case "state_mismatch":
    case "issuer_mismatch":
    case "transaction_lost":
    case "exchange_refused":
    case "provider_invalid":
    case "id_token_invalid":
    case "interaction_required":
      return "login";
    case "timeout":
    case "network":
    case "bad_response":
    case "request_failed":
      return "request";
    case "not_signed_in":
    case "session_expired":
      return "session";
    case "access_refused":
    case "forbidden":
    case "not_found":
    case "conflict":
    case "upload_refused":
    case "quota_exceeded":
    case "playback_blocked":
    case "playback_failed":
    case "input_invalid":
      return "track";
  }
};

export const withTypos = (code: StagepassErrorCode, finding: DiagnosisCode): void => {
  // @ts-expect-error The code is popup_closed.
  if (code === "popupclosed") return;
  // @ts-expect-error The code is cors_refused.
  if (finding === "cors_blocked") return;
  switch (code) {
    case "aborted":
      return;
    default:
      // @ts-expect-error Other codes are left.
      never(code);
  }
};

/** Names that a server chooses stay open, because a server may be newer than this package. */
export const ofServer = ({ rule, code }: Refusal): boolean => rule === "moon_phase" || code === "full_moon";
