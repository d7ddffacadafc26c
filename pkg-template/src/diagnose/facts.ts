// What the probes see, and nothing of what it means: findings.ts says that.

/** Everything that was seen. */
export interface Facts {
  baseUrl: string;
  redirectUri: string;
  page: PageFacts;
  core: CoreFacts;
  /** Undefined where `baseUrl` is no address that could be asked. */
  service: ServiceFacts | undefined;
  callback: CallbackFacts;
}

/** The page that asks, and its browser. */
export interface PageFacts {
  origin: string;
  isSecure: boolean;
  hasLocks: boolean;
  /** Whether there is a `window.open`. */
  canOpen: boolean;
  /** Whether a page of another origin shows it in a frame. */
  isFramed: boolean;
  /** Whether it has a Cross-Origin-Opener-Policy of `same-origin`; undefined where that could not be read. */
  isIsolated: boolean | undefined;
  /** Where a login under way is kept, and by default the session: localStorage. */
  storage: "kept" | "denied" | "full";
  /** Whether the store of the configuration throws, where it is another. */
  isStoreBroken: boolean;
}

/** The core, and what it runs as. */
export interface CoreFacts {
  /** What `ready()` has rejected with. */
  failure?: { code: string; words: string };
  /** `"unused"`: the configuration wants JavaScript. */
  webAssembly: "runs" | "refused" | "missing" | "unused";
}

/** How a request to the service went. */
export type Reply =
  | {
      kind: "answered";
      /** 0: a redirect. */
      status: number;
      isHtml: boolean;
      /** The `error` of a JSON object, where there is one (RFC 6749 section 5.2). */
      error?: string;
      /** How far this computer's clock is ahead of the service's, in milliseconds, where the service has told its time. */
      ahead?: number;
    }
  /** There is an answer, which this page may not read. */
  | { kind: "unreadable" }
  /** This page's own policy did not let the request out. */
  | { kind: "forbidden" }
  | { kind: "late" }
  | { kind: "nothing" };

/** The service. */
export interface ServiceFacts {
  /** `GET /me` without a token. */
  me: Reply;
  /** `POST /oauth/token` with a token that nobody has; undefined where there is no API key to ask about. */
  token: Reply | undefined;
}

/** The callback page. */
export interface CallbackFacts {
  /** What came when it was fetched: a status; undefined where it was not tried, or no answer came. */
  status?: number;
  /** Where it redirects to, without what might be an answer. */
  redirectsTo?: string;
  /** Whether requests for its own files would carry its whole address. */
  isLeaking?: boolean;
  /** Its origin, where that is not this page's. */
  elsewhere?: string;
  /**
   * What became of a made-up answer. `"missing"`: there is no page to try it on. `"untested"` has its reason. Undefined: it
   * cannot be this origin's page.
   */
  answer: "handed-over" | "silent" | "missing" | "untested" | undefined;
  /** Why it is untested: the end of a sentence that begins with "because". */
  reason?: string;
}
