// A fake service. It records the authorization request, and exchanges codes, refreshes and revokes as the real one
// does.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";

export const API_KEY = "0x58802e7a660990622B728BF06ae9361BC9403eb7";
export const BASE_URL = "https://music.example/v1";
export const REDIRECT_URI = "com.example.app://callback";
export const CONFIG = { baseUrl: BASE_URL, apiKey: API_KEY, redirectUri: REDIRECT_URI };

export const FORM = "application/x-www-form-urlencoded";

/** What the service sends of the person with the tokens. */
export const USER = { userId: 7, name: "Ada & größe=1\n", handle: "ada", verified: true };

export const createService = () => {
  const logins = new Map();
  const grants = new Map();
  /** @type {[string, object, string][]} every request: its path, its body and its type */
  const requests = [];
  let count = 0;

  /** @param about further members of the answer */
  const grant = (about = {}) => {
    const tokens = { access_token: `access-${++count}`, refresh_token: `refresh-${count}`, expires_in: 3600 };
    grants.set(tokens.refresh_token, tokens);
    return answer(200, { ...tokens, token_type: "Bearer", scope: "read", ...about });
  };

  const exchange = ({ code, code_verifier, redirect_uri, client_id }) => {
    const login = logins.get(code);
    // Once.
    logins.delete(code);
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const isGood = login?.challenge === challenge && login.redirectUri === redirect_uri && login.client === client_id;
    return isGood
      ? grant({ user: USER })
      : answer(400, { error: "invalid_grant", error_description: "That code is not good." });
  };

  const renew = ({ refresh_token }) => {
    if (!grants.delete(refresh_token)) return answer(400, { error: "invalid_grant" });
    return grant();
  };

  return {
    requests,
    /** Whether this refresh token is good. */
    knows: (refreshToken) => grants.has(refreshToken),
    /** The person agrees: gives the address that they are sent back to. */
    approve(authorizeUrl) {
      const url = new URL(authorizeUrl);
      const parameters = Object.fromEntries(url.searchParams);
      assert.equal(url.origin + url.pathname, `${BASE_URL}/oauth/authorize`);
      assert.equal(parameters.response_type, "code");
      assert.equal(parameters.code_challenge_method, "S256");
      const code = `code-${++count}`;
      logins.set(code, { challenge: parameters.code_challenge, redirectUri: parameters.redirect_uri, client: parameters.api_key });
      const mark = parameters.response_mode === "query" ? "?" : "#";
      return `${parameters.redirect_uri}${mark}${new URLSearchParams({ code, state: parameters.state, iss: BASE_URL, token_format: "form" })}`;
    },
    async post(url, body, type) {
      assert.ok(url.startsWith(`${BASE_URL}/`), url);
      const path = url.slice(BASE_URL.length);
      const form = type === FORM ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
      requests.push([path, form, type]);
      if (path === "/oauth/revoke") return answer(grants.delete(form.token) ? 200 : 404, {});
      assert.equal(path, "/oauth/token");
      return form.grant_type === "refresh_token" ? renew(form) : exchange(form);
    },
  };
};

const answer = (status, body) => ({ status, text: JSON.stringify(body) });
