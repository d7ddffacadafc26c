// A small OpenID provider, written by hand. It is correct, but for what a test has it change.

import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { subtle } = globalThis.crypto;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const CLIENT = "app";
/** The lifetime of an ID token and an access token, in seconds. */
const LIFETIME = 600;
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "authorization" };
const USER = { sub: "ada", name: "Ada Listener" };

const base64url = (bytes) => Buffer.from(bytes).toString("base64url");
const inBase64url = (value) => base64url(JSON.stringify(value));
const unchanged = (value) => value;

/** What a test can change: each function is passed the correct value, and returns another. */
const CORRECT = {
  metadata: unchanged,
  header: unchanged,
  /** Whether the ID token is signed with a key that the provider does not publish. */
  hasForeignKey: false,
  claims: unchanged,
  /** The members of the token response. `request` has those of the request. */
  tokens: unchanged,
  userinfo: unchanged,
  /** The redirect that ends the authorization. `request` has the parameters. */
  redirect: unchanged,
  /** Functions by their paths, which respond in place of the provider. */
  answers: {},
};

/** Starts the provider on a free port. Its only user is always signed in, and allows everything. */
export async function startHostile() {
  const generate = () => subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const [{ privateKey, publicKey }, foreign] = [await generate(), await generate()];
  const jwk = { ...(await subtle.exportKey("jwk", publicKey)), kid: "1", use: "sig", alg: "ES256" };
  const codes = new Map();
  let nextCode = 1;

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${server.address().port}`;

  const provider = {
    issuer,
    clientId: CLIENT,
    /** What is not as it should be. */
    change: CORRECT,
    /** The paths of all requests since `reset`. */
    requests: [],
    /** Makes everything correct but for `change`. */
    reset(change = {}) {
      provider.change = { ...CORRECT, ...change };
      provider.requests = [];
    },
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };

  const now = () => Math.floor(Date.now() / 1000);

  async function idToken(nonce, accessToken) {
    const { header, claims, hasForeignKey } = provider.change;
    const digest = await subtle.digest("SHA-256", new TextEncoder().encode(accessToken));
    const times = { iat: now(), exp: now() + LIFETIME };
    const correct = { iss: issuer, aud: CLIENT, ...USER, ...times, nonce, at_hash: base64url(digest.slice(0, 16)) };
    const signed = `${inBase64url(header({ alg: "ES256", kid: jwk.kid }))}.${inBase64url(claims(correct))}`;
    const key = hasForeignKey ? foreign.privateKey : privateKey;
    const signature = await subtle.sign(ALGORITHM, key, new TextEncoder().encode(signed));
    return `${signed}.${base64url(signature)}`;
  }

  function authorize(request) {
    const code = `code-${nextCode++}`;
    codes.set(code, request.nonce);
    const redirect = provider.change.redirect(
      { to: request.redirect_uri, code, state: request.state, iss: issuer },
      request,
    );
    const { to, ...parameters } = redirect;
    const members = Object.entries(parameters).filter(([, value]) => value !== undefined);
    return `${to}${to.includes("?") ? "&" : "?"}${new URLSearchParams(members)}`;
  }

  async function token(request) {
    const isRefresh = request.grant_type === "refresh_token";
    if (!isRefresh && !codes.has(request.code)) return [400, { error: "invalid_grant" }];
    const nonce = codes.get(request.code);
    codes.delete(request.code);
    const accessToken = `access-${nextCode++}`;
    const correct = {
      access_token: accessToken,
      refresh_token: `refresh-${nextCode++}`,
      token_type: "Bearer",
      expires_in: LIFETIME,
      id_token: await idToken(nonce, accessToken),
    };
    return [200, provider.change.tokens(correct, request)];
  }

  async function respond(request, response) {
    const url = new URL(request.url, issuer);
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    const send = (status, value) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    provider.requests.push(url.pathname);
    const body = Object.fromEntries(new URLSearchParams(await text(request)));
    const answer = provider.change.answers[url.pathname];
    if (answer) return answer(response);
    const redirect = (to) => response.writeHead(303, { location: to }).end();
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return send(200, provider.change.metadata(metadata(issuer)));
      case "/authorize":
        return redirect(authorize(Object.fromEntries(url.searchParams)));
      case "/token":
        return send(...(await token(body)));
      case "/userinfo":
        return send(200, provider.change.userinfo(USER));
      case "/keys":
        return send(200, { keys: [jwk] });
      default:
        return send(404, {});
    }
  }

  return provider;
}

const metadata = (issuer) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  response_modes_supported: ["query", "fragment"],
  code_challenge_methods_supported: ["S256"],
  id_token_signing_alg_values_supported: ["ES256"],
  authorization_response_iss_parameter_supported: true,
});
