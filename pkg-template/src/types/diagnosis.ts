// The result of `oauth.diagnose`.

/** The problems of a setup that `oauth.diagnose` found. */
export interface Diagnosis {
  /** Whether users can sign in: no finding is an `"error"`. */
  readonly ok: boolean;
  /** Errors first, then warnings, then notes. Empty if no problem was found. */
  readonly findings: readonly Finding[];
}

/** One problem that `oauth.diagnose` found. */
export interface Finding {
  /** The stable name of the problem. */
  readonly code: DiagnosisCode;
  /**
   * `"error"`: users cannot sign in, or not in every way. `"warning"`: signing in works, but something else does not.
   * `"note"`: good to know.
   */
  readonly severity: "error" | "warning" | "note";
  /** What was found, what follows from it and what to do. A few English sentences without secrets. */
  readonly message: string;
}

/**
 * The stable name of a finding. Closed: the compiler checks each comparison, and that a `switch` has all codes. A minor
 * version may add codes.
 */
export type DiagnosisCode =
  | "config_invalid"
  | "config_field_unknown"
  | "redirect_uri_elsewhere"
  | "core_not_loaded"
  | "webassembly_refused"
  | "service_unreachable"
  | "service_refused_by_policy"
  | "service_unexpected"
  | "cors_refused"
  | "app_unknown"
  | "redirect_uri_refused"
  | "issuer_mismatch"
  | "provider_invalid"
  | "response_mode_unsupported"
  | "registration_untested"
  | "access_server_unreachable"
  | "callback_missing"
  | "callback_silent"
  | "callback_refused_by_policy"
  | "callback_redirects"
  | "callback_leaks"
  | "callback_untested"
  | "callback_stale"
  | "storage_denied"
  | "storage_full"
  | "storage_partitioned"
  | "insecure_context"
  | "no_web_locks"
  | "no_popups"
  | "popups_sandboxed"
  | "clock_off"
  | "app_isolated";
