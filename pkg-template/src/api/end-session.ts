import { webAddress } from "../address.js";
import { ALWAYS } from "../request-defaults.js";
import type { Api } from "./client.js";
import type { Wire } from "./wire.js";

/**
 * Returns what opens the service's sign-out page (OpenID Connect RP-Initiated Logout 1.0).
 *
 * @param show Opens an address. Resolves with false if it could not be opened.
 * @param urlOf Returns the URL for `returnTo`.
 */
export const openEndSession =
  (
    { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
    { within }: Wire,
    show: (address: string) => unknown,
    urlOf: (returnTo?: string) => string,
  ): Api["endSession"] =>
  async (returnTo, signal) => {
    const page = await within(signal, (ending) => pageOf(baseUrl.replace(/\/+$/, ""), ending));
    if (!page) return false;
    // The service returns a user to the pages of registered apps only.
    const back = { client_id: apiKey, post_logout_redirect_uri: urlOf(returnTo).replace(/#.*/, "") };
    const query = Object.entries(back).map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`);
    return (await show(apiKey ? `${page}${page.includes("?") ? "&" : "?"}${query.join("&")}` : page)) !== false;
  };

/** Returns the `end_session_endpoint` of the service's metadata (RFC 8414 section 3). It is on the service's origin. */
const pageOf = async (base: string, signal: AbortSignal): Promise<string | undefined> => {
  const { origin } = new URL(base);
  const path = `/.well-known/oauth-authorization-server${base.slice(origin.length)}`;
  const answer = await fetch(origin + path, { ...ALWAYS, signal });
  const { issuer, end_session_endpoint: page } = await answer.json();
  return issuer === base && webAddress(page)?.origin === origin ? page : undefined;
};
