import { StagepassError } from "../errors.js";
import type { Fetch } from "../fetch.js";
import type { OfOpenId, Terms } from "../terms.js";
import type { OpenIdUser } from "../types/openid.js";
import { parsed } from "../user.js";
import { within } from "../wait.js";
import { textOf } from "./text.js";

/** The claims about the ID token itself, not about the user. */
const PROTOCOL = ["iss", "aud", "azp", "exp", "iat", "nbf", "jti", "nonce", "at_hash", "c_hash", "sid"];

/** Reads a user: claims with a `sub`. */
export const claimsOf = (raw: unknown): OpenIdUser | undefined => {
  const claims = (raw ?? {}) as { [claim: string]: unknown };
  if (typeof claims.sub !== "string" || !claims.sub) return undefined;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !PROTOCOL.includes(name))) as OpenIdUser;
};

/** The terms of an OpenID provider. */
export const OPENID_TERMS: Terms<OfOpenId> = { userOf: claimsOf, isScope: (scope) => !!scope };

/**
 * Returns the user: the claims of the ID token, and those of the userinfo endpoint if there is one.
 *
 * Rejects with `bad_response` if the endpoint describes another user (OpenID Connect Core section 5.3.2) or responds
 * with more than a MiB, and with `request_failed`. Rejects with `option_invalid` if there is neither an ID token nor
 * such an endpoint.
 */
export const askUserInfo = (fetch: Fetch, endpoint: string, claims: string | undefined): Promise<OpenIdUser> =>
  within(undefined, async (signal) => {
    const known = claimsOf(parsed(claims ?? "{}"));
    if (!endpoint) {
      if (known) return known;
      throw new StagepassError("option_invalid", {
        message: "The provider has no userinfo endpoint: log in with the scope openid.",
      });
    }
    const answer = await fetch(endpoint, { signal, cache: "no-store" });
    const { ok, status } = answer;
    const body = parsed(await textOf(answer));
    if (!ok) throw new StagepassError("request_failed", { status });
    const user = claimsOf(body);
    if (!user || (known && user.sub !== known.sub)) throw new StagepassError("bad_response", { status });
    return { ...known, ...user };
  });
