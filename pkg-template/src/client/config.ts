import type { ClientName } from "../session/stored.js";

/** The configuration that every platform has. */
export interface ClientConfig extends ClientName {
  redirectUri?: string | undefined;
  origins?: readonly string[] | undefined;
  dpop?: "auto" | boolean | undefined;
}
