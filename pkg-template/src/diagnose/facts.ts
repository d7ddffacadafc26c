// What the probes observe. findings.ts decides what it means.

import type { Finding } from "../types.js";

/** All observations. */
export interface Facts {
  baseUrl: string;
  /** Empty: none. */
  redirectUri: string;
  /** The `responseMode` of the app's logins, if the app names one. */
  responseMode?: string | undefined;
  /** The fields of the configuration that Stagepass does not know. */
  unknownFields: readonly string[];
  page: PageFacts;
  core: CoreFacts;
  /** Undefined if `baseUrl` is not a URL to which a request can be sent. */
  service: ServiceFacts | undefined;
  accessServer: Reply | undefined;
  /** The provider, if it is another one than a service of Stagepass. */
  provider?: ProviderFacts;
  callback: CallbackFacts;
}

/** This page and its browser. */
export interface PageFacts {
  origin: string;
  isSecure: boolean;
  hasLocks: boolean;
  /** Whether `window.open` exists. */
  canOpen: boolean;
  /** Whether a page of another origin shows this page in a frame. */
  isFramed: boolean;
  /** Whether the page is in a frame of its own origin whose `sandbox` forbids popups. */
  isSandboxed: boolean;
  /** Whether the page has a Cross-Origin-Opener-Policy of `same-origin`. Undefined if it could not be read. */
  isIsolated: boolean | undefined;
  /** The state of localStorage, which has the transactions and by default the session. */
  storage: "kept" | "denied" | "full";
  /** Whether the configured store throws, if it is another one. */
  isStoreBroken: boolean;
}

/** The core and its engine. */
export interface CoreFacts {
  /** The error of `ready()`. */
  failure?: { code: string; words: string };
  /** `"unused"`: the configuration selects JavaScript. */
  webAssembly: "runs" | "refused" | "missing" | "unused";
}

/** The result of a request to the service. */
export type Reply =
  | {
      kind: "answered";
      /** 0: a redirect. */
      status: number;
      isHtml: boolean;
      /** Its JSON object, if it has one. */
      body?: Record<string, unknown>;
      /** How far this computer's clock is ahead of the service's, in milliseconds, if the service sent its time. */
      ahead?: number;
    }
  /** There is a response, which this page may not read. */
  | { kind: "unreadable" }
  /** This page's Content-Security-Policy blocked the request. */
  | { kind: "forbidden" }
  /** The address is not a URL to which a request can be sent. */
  | { kind: "invalid" }
  | { kind: "late" }
  | { kind: "nothing" };

/** The service. */
export interface ServiceFacts {
  /** `GET /.well-known/oauth-authorization-server…` (RFC 8414). */
  metadata: Reply;
  /** `POST /oauth/revoke` with an unknown token (RFC 7009). */
  revoke: Reply;
  /** `GET /oauth/check` with the app and its redirect URI. Undefined if the metadata does not name this endpoint. */
  check?: Reply;
}

/** A provider other than a service of Stagepass. */
export interface ProviderFacts {
  /** What is wrong with its metadata and its token endpoint. */
  findings: readonly Finding[];
  /** Whether its metadata lists responses in the fragment. Undefined if it could not be read. */
  takesFragment?: boolean | undefined;
}

/** The callback page. */
export interface CallbackFacts {
  /** The status of its response. Undefined if it was not requested or did not respond. */
  status?: number;
  /** The target of its redirect, without its query and fragment. */
  redirectsTo?: string;
  /** Whether requests for its own files would carry its whole URL. */
  isLeaking?: boolean;
  /** The origin of the service or of the token endpoint, if its Content-Security-Policy blocks requests there. */
  cutOffFrom?: string;
  /** Its origin, if it is not this page's. */
  elsewhere?: string;
  /**
   * The result of a test response. `"missing"`: there is no page to test. `"untested"`: see `reason`. Undefined: the
   * page cannot be of this origin.
   */
  answer: "handed-over" | "silent" | "missing" | "untested" | undefined;
  /** Why: the end of a sentence that begins with "because". */
  reason?: string;
  /** The version of its `callback.js`, if it differs from this package's. */
  otherVersion?: string;
}
