// The script of DPoP with oidc-provider, an authorization server that others have written, over HTTP.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
// @ts-expect-error: the package has no types.
import { Provider } from "oidc-provider";
import type * as Script from "../../src/entry/dpop.js";
import { pretendIndexedDb } from "../support/indexed-db.js";
import { CONFIG, freshCopy, page, pretendBrowser } from "../support/pretend.js";

const network = globalThis.fetch;
pretendBrowser();
pretendIndexedDb();
Object.assign(page, { fetch: network, service: network });
// With locks, no other tab has refreshed the session meanwhile.
Object.defineProperty(globalThis, "navigator", { value: { locks: {} } });

const ALWAYS = 2;
const BOUND = 3;
const NAME = "sp1.p.login";
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/** The script of a page that was just opened. */
const freshScript = (): Promise<typeof Script> => import(`${freshCopy()}dpop.js`);

/** Starts a server that demands nonces. Its paths are those of a Stagepass service. */
const start = async () => {
  const server = createServer((request, response) => provider.callback()(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: CONFIG.apiKey,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [CONFIG.redirectUri],
      },
    ],
    cookies: { keys: ["of no session"] },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
      revocation: { enabled: true },
    },
    findAccount: async (_context: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    routes: { token: "/v1/oauth/token", revocation: "/v1/oauth/revoke", userinfo: "/v1/me" },
    scopes: ["openid", "offline_access"],
  });
  const scope = "openid offline_access";
  /** Returns an authorization code, as the user's consent would. */
  const code = async (): Promise<string> => {
    const grant = new provider.Grant({ accountId: "ada", clientId: CONFIG.apiKey });
    grant.addOIDCScope(scope);
    return new provider.AuthorizationCode({
      accountId: "ada",
      client: await provider.Client.find(CONFIG.apiKey),
      codeChallenge: createHash("sha256").update(VERIFIER).digest("base64url"),
      codeChallengeMethod: "S256",
      grantId: await grant.save(),
      gty: "authorization_code",
      redirectUri: CONFIG.redirectUri,
      scope,
    }).save();
  };
  return { base: `${origin}/v1`, code, close: () => server.close() };
};

test("oidc-provider binds tokens to the key, and accepts each proof", async () => {
  const { base, code, close } = await start();
  const post = async ({ send }: typeof Script, path: string, dpop: number, members: object, key = NAME) => {
    const body = new URLSearchParams({ client_id: CONFIG.apiKey, ...members });
    const answer = await send(`${base}${path}`, { method: "POST", body, dpop, key });
    return { status: answer?.status, body: answer?.status === 200 ? JSON.parse((await answer.text()) || "{}") : {} };
  };
  const exchange = async (key?: string) => {
    const script = await freshScript();
    const redirect_uri = CONFIG.redirectUri;
    const members = { grant_type: "authorization_code", code: await code(), code_verifier: VERIFIER, redirect_uri };
    return post(script, "/oauth/token", ALWAYS, members, key);
  };
  const refresh = (script: typeof Script, refresh_token: string, key?: string) =>
    post(script, "/oauth/token", BOUND, { grant_type: "refresh_token", refresh_token }, key);
  const me = async ({ sendRequest }: typeof Script, token: string) =>
    (await sendRequest(new Request(`${base}/me`), false, NAME, token)).status;
  try {
    // The server answers 404 to the request for the preflight. Nothing depends on it.
    (await freshScript()).prepare({ baseUrl: base, dpop: true });
    const first = await exchange();
    assert.deepEqual([first.status, first.body.token_type], [200, "DPoP"]);
    const script = await freshScript();
    assert.equal(await me(script, first.body.access_token), 200);
    const bearer = { authorization: `Bearer ${first.body.access_token}` };
    assert.equal((await network(`${base}/me`, { headers: bearer })).status, 401);

    await exchange("sp1.p.thief");
    assert.equal((await refresh(script, first.body.refresh_token, "sp1.p.thief")).status, 400);
    const second = await refresh(script, first.body.refresh_token);
    assert.equal(second.status, 200);
    assert.notEqual(second.body.refresh_token, first.body.refresh_token);
    assert.equal(await me(script, second.body.access_token), 200);

    const revoked = await post(script, "/oauth/revoke", BOUND, { token: second.body.refresh_token });
    assert.equal(revoked.status, 200);
    assert.equal((await refresh(await freshScript(), second.body.refresh_token)).status, 400);
  } finally {
    close();
  }
});
