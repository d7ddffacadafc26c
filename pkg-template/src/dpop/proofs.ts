import type * as DpopScript from "../entry/dpop.js";
import type { CoreRequest } from "./send.js";

/** Requests with proofs (RFC 9449). */
export interface Proofs {
  /** Loads the script that makes them. */
  load(): Promise<typeof DpopScript>;
  /** Sends a request of the core. Resolves to null if there is no key for it. */
  fetch(url: string, init: CoreRequest): Promise<Response | null>;
}
