// `node sign-in.mjs`: oidc-provider with the paths, the parameters and the profile of the Stagepass service, behind a
// proxy that sends `X-Forwarded-Host`. It registers the app of the first authorization request. Its pages, tokens and
// checks of proofs (RFC 9449) are oidc-provider's own. It demands a nonce in each proof (sections 8 and 9). Once it
// listens, it prints `listening on http://127.0.0.1:PORT`.

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

// It warns of settings that are for development only.
console.info = console.warn = () => {};
const { Provider } = await import("oidc-provider");

const AUTHORIZE = "/v1/oauth/authorize";
const PROFILE = { userId: 7, name: "Ada Listener", handle: "ada", verified: false };

let provider;

function create(origin, { client_id, redirect_uri }) {
  const created = new Provider(`${origin}/v1`, {
    clients: [
      {
        client_id,
        redirect_uris: [redirect_uri],
        token_endpoint_auth_method: "none",
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        dpop_bound_access_tokens: true,
      },
    ],
    claims: { openid: ["sub", ...Object.keys(PROFILE)] },
    clientBasedCORS: () => true,
    cookies: { keys: [randomBytes(32).toString("hex")] },
    features: {
      devInteractions: { enabled: true },
      dPoP: { enabled: true, nonceSecret: randomBytes(32), requireNonce: () => true },
      revocation: { enabled: true },
    },
    findAccount: async (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...PROFILE }),
    }),
    issueRefreshToken: async () => true,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    routes: { authorization: AUTHORIZE, token: "/v1/oauth/token", revocation: "/v1/oauth/revoke", userinfo: "/v1/me" },
    scopes: ["openid", "read", "write"],
  });
  created.proxy = true;
  return created;
}

/** Returns a request for oidc-provider: with its name of the app, and with the scope that opens its profile. */
function translated(url) {
  const { api_key, scope, ...rest } = Object.fromEntries(url.searchParams);
  return { ...rest, client_id: api_key, scope: `openid ${scope}` };
}

const server = createServer((request, response) => {
  const origin = `http://${request.headers["x-forwarded-host"]}`;
  const url = new URL(request.url, origin);
  if (url.pathname === AUTHORIZE) {
    const parameters = translated(url);
    provider ??= create(origin, parameters);
    request.url = `${AUTHORIZE}?${new URLSearchParams(parameters)}`;
  }
  return provider ? provider.callback()(request, response) : response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
