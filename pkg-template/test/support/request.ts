import type { IncomingMessage } from "node:http";

/** A request that a test's server has received, with its body. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}
