// The authorization codes and the tokens of the stand-in (api/v1_oauth.go).

import { createHash, randomBytes } from "node:crypto";
import { addressOf, findApp } from "./apps.mjs";
import { problemOf } from "./redirect-uri.mjs";

const MINUTE_MS = 60_000;
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const ACCESS_TOKEN_LIFETIME_S = 3600;
const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 60 * MINUTE_MS;

/** An error response (RFC 6749 section 5.2). */
export function refuse(status, error, description) {
  return { status, body: { error, error_description: description } };
}

export class Authorizations {
  #apps;
  #users;
  #codes = new Map();
  #tokens = new Map();

  constructor(apps, users) {
    this.#apps = apps;
    this.#users = users;
  }

  /** Issues a code to the consent page, whose user is proved by `token`. */
  authorize({ token, client_id, redirect_uri, code_challenge, code_challenge_method, scope: requestedScope }) {
    if (!token || !client_id || !redirect_uri || !code_challenge || !requestedScope) {
      return refuse(400, "invalid_request", "Missing required parameters");
    }
    if (code_challenge_method !== "S256") return refuse(400, "invalid_request", "code_challenge_method must be S256");
    const scope = collapsed(requestedScope);
    if (scope !== "read" && scope !== "write") return refuse(400, "invalid_request", "scope must be 'read' or 'write'");
    const userId = this.#users.userOf(token);
    if (!userId) return refuse(401, "access_denied", "Invalid JWT token");
    const app = findApp(this.#apps, client_id);
    if (!app) return refuse(400, "invalid_client", "Unknown client_id");
    const problem = problemOf(redirect_uri, app);
    if (problem) return refuse(400, "invalid_request", problem);
    const address = addressOf(client_id);
    if (scope === "write" && !this.#users.hasGranted(userId, address)) {
      return refuse(
        403,
        "access_denied",
        "No approved grant exists for this app. The user must grant permission first.",
      );
    }
    const code = secret();
    this.#codes.set(code, {
      address,
      userId,
      scope,
      redirect_uri,
      code_challenge,
      expires: Date.now() + CODE_LIFETIME_MS,
    });
    return { status: 200, body: { code } };
  }

  /** Answers a request to the token endpoint. */
  token(fields) {
    switch (fields.grant_type) {
      case "authorization_code":
        return this.#exchange(fields);
      case "refresh_token":
        return this.#refresh(fields);
      default:
        return refuse(400, "invalid_request", "grant_type must be 'authorization_code' or 'refresh_token'");
    }
  }

  /** A code is used up by any request that names it, also by one that is then refused. */
  #exchange({ code, code_verifier, client_id, redirect_uri }) {
    if (!code || !code_verifier) {
      return refuse(400, "invalid_request", "Missing required parameters for authorization_code grant");
    }
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    if (!issued || issued.expires <= Date.now()) {
      return refuse(400, "invalid_grant", "Authorization code is invalid, expired, or already used");
    }
    if (client_id && addressOf(client_id) !== issued.address) return refuse(400, "invalid_grant", "client_id mismatch");
    if (redirect_uri && redirect_uri !== issued.redirect_uri)
      return refuse(400, "invalid_grant", "redirect_uri mismatch");
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    if (challenge !== issued.code_challenge) return refuse(400, "invalid_grant", "PKCE verification failed");
    return this.#issue({ ...issued, family: secret() });
  }

  /** A refresh token is good once. A second use revokes all tokens that came from the same code. */
  #refresh({ refresh_token, client_id }) {
    if (!refresh_token) return refuse(400, "invalid_request", "refresh_token is required for refresh_token grant");
    const token = this.#tokens.get(refresh_token);
    if (token?.type !== "refresh") return refuse(400, "invalid_grant", "Invalid refresh token");
    if (client_id && addressOf(client_id) !== token.address) return refuse(400, "invalid_grant", "client_id mismatch");
    if (token.isRevoked) {
      this.#revokeFamily(token.family);
      return refuse(400, "invalid_grant", "Token reuse detected");
    }
    if (token.expires <= Date.now()) return refuse(400, "invalid_grant", "Refresh token expired");
    token.isRevoked = true;
    return this.#issue(token);
  }

  /** Answers 200 for an unknown token, and for one of another client, which is revoked as well. */
  revoke({ token }) {
    if (!token) return refuse(400, "invalid_request", "token is required");
    const known = this.#tokens.get(token);
    if (known) this.#revokeFamily(known.family);
    return { status: 200, body: {} };
  }

  /** Returns the ID of the user of a good access token in the header `Authorization`. */
  userOf(authorization = "") {
    if (!authorization.startsWith("Bearer ")) return undefined;
    const token = this.#tokens.get(authorization.slice("Bearer ".length).trim());
    return token?.type === "access" && !token.isRevoked && token.expires > Date.now() ? token.userId : undefined;
  }

  expireAccessTokens() {
    for (const token of this.#tokens.values()) {
      if (token.type === "access") token.expires = 0;
    }
  }

  #issue({ address, userId, scope, family }) {
    const add = (type, lifetime) => {
      const token = secret();
      this.#tokens.set(token, {
        type,
        address,
        userId,
        scope,
        family,
        isRevoked: false,
        expires: Date.now() + lifetime,
      });
      return token;
    };
    const access_token = add("access", ACCESS_TOKEN_LIFETIME_S * 1000);
    const refresh_token = add("refresh", REFRESH_TOKEN_LIFETIME_MS);
    return {
      status: 200,
      body: { access_token, token_type: "Bearer", expires_in: ACCESS_TOKEN_LIFETIME_S, refresh_token, scope },
    };
  }

  #revokeFamily(family) {
    for (const token of this.#tokens.values()) {
      if (token.family === family) token.isRevoked = true;
    }
  }
}

/** Of several scopes the widest counts. */
function collapsed(scope) {
  return scope.split(/\s+/).includes("write") ? "write" : scope.trim();
}

const secret = () => randomBytes(32).toString("base64url");
