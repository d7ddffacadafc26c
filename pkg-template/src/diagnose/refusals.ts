/** What this page's Content-Security-Policy blocks. A blocked request fails like one without a network. */
export interface Refusals {
  /** Returns whether the policy has blocked `url` under this directive. */
  include(directive: "connect-src" | "frame-src", url: string): Promise<boolean>;
  /** Removes the listener. */
  end(): void;
}

/** Starts to listen. */
export const watchRefusals = (): Refusals => {
  const seen: SecurityPolicyViolationEvent[] = [];
  const note = (event: SecurityPolicyViolationEvent) => void seen.push(event);
  document.addEventListener("securitypolicyviolation", note);
  return {
    async include(directive, url) {
      // The event is a separate task, which may come after the failure.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return seen.some(
        ({ disposition, effectiveDirective, blockedURI }) =>
          disposition === "enforce" && effectiveDirective === directive && isOfOrigin(blockedURI, url),
      );
    },
    end: () => document.removeEventListener("securitypolicyviolation", note),
  };
};

/** The event may report a URL without its path. */
const isOfOrigin = (reported: string, url: string): boolean => {
  try {
    return new URL(reported).origin === new URL(url).origin;
  } catch {
    return false;
  }
};
