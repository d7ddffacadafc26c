/** The configuration that every platform has. */
export interface ClientConfig {
  baseUrl: string;
  apiKey?: string | undefined;
  appName?: string | undefined;
  accountKey?: string | undefined;
  storage?: unknown;
  redirectUri?: string | undefined;
  origins?: readonly string[] | undefined;
  dpop?: "auto" | boolean | undefined;
}
