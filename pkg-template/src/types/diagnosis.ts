// What `oauth.diagnose` tells.

/** What may be wrong with a set-up, as `oauth.diagnose` has found it. */
export interface Diagnosis {
  /** Whether signing in can work: no finding is an `"error"`. */
  readonly ok: boolean;
  /** Errors first, then warnings, then notes. Empty: nothing is wrong. */
  readonly findings: readonly Finding[];
}

/** One thing that `oauth.diagnose` has found. */
export interface Finding {
  /** Its stable name. */
  readonly code: DiagnosisCode;
  /**
   * `"error"`: nobody can sign in, or not in every way. `"warning"`: it works, and something is worse for it. `"note"`: good to
   * know.
   */
  readonly weight: "error" | "warning" | "note";
  /** What is so, what follows, and what to do: a few sentences, in English, with no secret in them. */
  readonly message: string;
}

/** The stable name of a finding. The list is open: a later version may add to it without breaking anybody. */
export type DiagnosisCode =
  | "config_invalid"
  | "redirect_uri_elsewhere"
  | "core_not_loaded"
  | "webassembly_refused"
  | "service_unreachable"
  | "service_refused_by_policy"
  | "service_unexpected"
  | "cors_refused"
  | "app_unknown"
  | "callback_missing"
  | "callback_silent"
  | "callback_redirects"
  | "callback_leaks"
  | "callback_untested"
  | "storage_denied"
  | "storage_full"
  | "storage_partitioned"
  | "insecure_context"
  | "no_web_locks"
  | "no_popups"
  | "clock_off"
  | "app_isolated"
  | (string & {});
