/** What this page's own Content-Security-Policy refuses. A request that it refuses fails like one that found nobody. */
export interface Refusals {
  /** Whether it has refused `url` under this directive. */
  include(directive: "connect-src" | "frame-src", url: string): Promise<boolean>;
  /** Listens no more. */
  end(): void;
}

/** Listens from now on. */
export const watchRefusals = (): Refusals => {
  const seen: SecurityPolicyViolationEvent[] = [];
  const note = (event: SecurityPolicyViolationEvent) => void seen.push(event);
  document.addEventListener("securitypolicyviolation", note);
  return {
    async include(directive, url) {
      // It is told in a task of its own, which may come after the failure.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return seen.some(
        ({ disposition, effectiveDirective, blockedURI }) =>
          disposition === "enforce" && effectiveDirective === directive && isOfOrigin(blockedURI, url),
      );
    },
    end: () => document.removeEventListener("securitypolicyviolation", note),
  };
};

/** A refused address may be told without its path. */
const isOfOrigin = (told: string, url: string): boolean => {
  try {
    return new URL(told).origin === new URL(url).origin;
  } catch {
    return false;
  }
};
