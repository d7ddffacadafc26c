// oidc-provider, in this process, with its own pages and its own defaults.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

// It warns of settings that are for development only, now and at its first requests.
console.info = console.warn = () => {};
const { Provider } = await import("../../../pkg-template/node_modules/oidc-provider/lib/index.js");

const USER = { sub: "ada", name: "Ada Listener", email: "ada@example.com" };
const SIGN_IN = { fields: { login: USER.sub, password: "any" }, press: "//button[.='Sign-in']" };

/** Starts it, with this app registered. */
export const start = (app) => startWith(app, {}, {});

/** Starts it so that it binds all tokens to a key, and demands a nonce in each proof (RFC 9449). */
export async function startBound(app) {
  const dPoP = { enabled: true, nonceSecret: randomBytes(32), requireNonce: () => true };
  const provider = await startWith(app, { dPoP }, { dpop_bound_access_tokens: true });
  return { ...provider, config: { ...provider.config, dpop: "auto" }, isBound: true };
}

/** @param client Members of the registration. */
async function startWith({ callback, goodbye }, features, client) {
  const server = createServer((request, response) => provider.callback()(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "app",
        application_type: "native",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [callback],
        post_logout_redirect_uris: [goodbye],
        ...client,
      },
    ],
    claims: { email: ["email"], openid: ["sub"], profile: ["name"] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    features: { revocation: { enabled: true }, ...features },
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ ...USER, sub: accountId }) }),
  });
  const revoke = async (token) => {
    const body = new URLSearchParams({ token, client_id: "app" });
    const response = await fetch(`${issuer}/token/revocation`, { method: "POST", body });
    assert.equal(response.status, 200);
  };
  return {
    label: "oidc-provider",
    config: { issuer, clientId: "app", redirectUri: callback, scope: "openid profile email offline_access" },
    // Without it, the scope `offline_access` is ignored (OpenID Connect Core section 11).
    login: { prompt: "consent" },
    user: { ...USER, sub: /^ada$/ },
    revokes: true,
    userinfo: `${issuer}/me`,
    allow: [SIGN_IN, { press: "//button[.='Continue']" }],
    deny: [SIGN_IN, { press: "//a[contains(., 'Cancel')]" }],
    signOut: [{ press: "//button[@value='yes']" }],
    signIn: "//button[.='Sign-in']",
    expire: (_visitor, refreshToken) => revoke(refreshToken),
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}
