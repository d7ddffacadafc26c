// The stand-in of the public music service answers as the service's own tests demand (api/v1_oauth_test.go and
// api/v1_me.go of its published source).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { startMusicService } from "./music-service.mjs";

const API_KEY = "0xaabb000000000000000000000000000000000001";
const OTHER_API_KEY = "0xccdd000000000000000000000000000000000003";
const CALLBACK = "https://example.com/callback";
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const PERSON = { email: "ada@example.com", password: "correct horse battery" };
const RAW_USER = { id: "7eP5n", user_id: 100, handle: "oauthuser", name: "OAuth User", is_verified: false };

let service;
/** What the consent page sends for the signed-in user. */
let consent;

before(async () => {
  const apps = [
    { apiKey: API_KEY, name: "App", redirectUris: [CALLBACK] },
    { apiKey: OTHER_API_KEY, name: "App without redirect URIs", redirectUris: [] },
  ];
  service = await startMusicService({ apps, people: [{ ...PERSON, user: RAW_USER }] });
  const { token } = (await post(`${service.pageOrigin}/sign-in`, PERSON)).body;
  await post(`${service.pageOrigin}/grants`, { token, apiKey: API_KEY });
  const request = { redirect_uri: CALLBACK, code_challenge: CHALLENGE, code_challenge_method: "S256", scope: "read" };
  consent = { token, client_id: API_KEY, ...request };
});

after(() => service.stop());

test("authorization address leads to consent page", async () => {
  const answer = await fetch(`${service.baseUrl}/oauth/authorize?state=a%20b&x=1`, { redirect: "manual" });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get("location"), `${service.pageOrigin}/oauth/auth?state=a%20b&x=1`);
});

for (const [name, changed, status, error, description] of [
  ["missing token", { token: undefined }, 400, "invalid_request", /Missing/],
  ["missing client", { client_id: undefined }, 400, "invalid_request", /Missing/],
  ["missing redirect URI", { redirect_uri: undefined }, 400, "invalid_request", /Missing/],
  ["missing challenge", { code_challenge: undefined }, 400, "invalid_request", /Missing/],
  ["missing scope", { scope: undefined }, 400, "invalid_request", /Missing/],
  ["plain challenge", { code_challenge_method: "plain" }, 400, "invalid_request", /S256/],
  ["unknown scope", { scope: "admin" }, 400, "invalid_request", /scope/],
  ["unproved user", { token: "no token" }, 401, "access_denied", /JWT/],
  ["unknown client", { client_id: `0x${"d".repeat(40)}` }, 400, "invalid_client", /client_id/],
  ["other redirect URI", { redirect_uri: "https://evil.com/callback" }, 400, "invalid_request", /redirect_uri/],
  ["write without grant", { client_id: OTHER_API_KEY, scope: "write" }, 403, "access_denied", /grant/],
]) {
  test(`consent with ${name} is refused`, async () => {
    const { status: answered, body } = await authorize(changed);
    assert.deepEqual([answered, body.error], [status, error]);
    assert.match(body.error_description, description);
  });
}

test("write scope with grant gets a code", async () => {
  for (const scope of ["write", "read write"]) {
    const tokens = await exchange({ code: await codeOf({ scope }) });
    assert.deepEqual([tokens.status, tokens.body.scope], [200, "write"]);
  }
});

for (const [redirectUri, isAllowed] of [
  ["https://any-uri.example.com/callback", true],
  ["http://localhost:3000/callback", true],
  ["http://127.0.0.1:8080/callback", true],
  ["postMessage", true],
  ["myapp://oauth/callback", false],
  ["https://192.168.1.1/callback", false],
  ["https://user:pass@evil.com/callback", false],
  ["https://example.com/callback#fragment", false],
  ["https://example.com/foo/../../../callback", false],
]) {
  test(`unregistered ${redirectUri} is ${isAllowed ? "allowed" : "refused"}`, async () => {
    const { status, body } = await authorize({ client_id: OTHER_API_KEY, redirect_uri: redirectUri });
    assert.deepEqual([status, body.error], isAllowed ? [200, undefined] : [400, "invalid_request"]);
  });
}

test("code exchange answers with both tokens", async () => {
  const { status, body } = await exchange({ code: await codeOf() });
  const { access_token, refresh_token, ...rest } = body;
  assert.equal(status, 200);
  assert.match(access_token, /^[\w-]{43}$/);
  assert.match(refresh_token, /^[\w-]{43}$/);
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 3600, scope: "read" });
});

for (const [name, changed, error, description] of [
  ["wrong verifier", { code_verifier: "another" }, "invalid_grant", /PKCE/],
  ["other client", { client_id: OTHER_API_KEY }, "invalid_grant", /client_id/],
  ["other redirect URI", { redirect_uri: "https://evil.com/callback" }, "invalid_grant", /redirect_uri/],
]) {
  test(`exchange with ${name} spends the code`, async () => {
    const code = await codeOf();
    const refused = await exchange({ code, ...changed });
    assert.deepEqual([refused.status, refused.body.error], [400, error]);
    assert.match(refused.body.error_description, description);
    assert.equal((await exchange({ code })).body.error, "invalid_grant");
  });
}

for (const [name, fields] of [
  ["missing code", { grant_type: "authorization_code", code_verifier: VERIFIER }],
  ["missing verifier", { grant_type: "authorization_code", code: "a" }],
  ["missing refresh token", { grant_type: "refresh_token", client_id: API_KEY }],
  ["unknown grant type", { grant_type: "client_credentials" }],
  ["number as code", { grant_type: "authorization_code", code: 1, code_verifier: VERIFIER }],
]) {
  test(`token request with ${name} is invalid`, async () => {
    const { status, body } = await post(`${service.baseUrl}/oauth/token`, fields);
    assert.deepEqual([status, body.error], [400, "invalid_request"]);
  });
}

test("client_id may be missing, null or unprefixed", async () => {
  for (const client_id of [undefined, null, API_KEY.slice(2), API_KEY.toUpperCase().replace("0X", "0x")]) {
    assert.equal((await exchange({ code: await codeOf(), client_id })).status, 200, String(client_id));
  }
});

test("token endpoint reads forms as well", async () => {
  const fields = { grant_type: "authorization_code", code: await codeOf(), code_verifier: VERIFIER };
  const answer = await fetch(`${service.baseUrl}/oauth/token`, { method: "POST", body: new URLSearchParams(fields) });
  assert.equal(answer.status, 200);
});

test("reused refresh token revokes its family", async () => {
  const first = (await exchange({ code: await codeOf() })).body;
  const second = await refresh(first.refresh_token);
  assert.equal(second.status, 200);
  assert.notEqual(second.body.refresh_token, first.refresh_token);
  const reused = await refresh(first.refresh_token);
  assert.deepEqual([reused.status, reused.body.error], [400, "invalid_grant"]);
  assert.match(reused.body.error_description, /reuse/);
  assert.equal((await refresh(second.body.refresh_token)).body.error, "invalid_grant");
  assert.equal((await me(second.body.access_token)).status, 401);
});

test("refresh refuses access tokens and other clients", async () => {
  const { access_token, refresh_token } = (await exchange({ code: await codeOf() })).body;
  assert.equal((await refresh(access_token)).body.error, "invalid_grant");
  const other = await refresh(refresh_token, OTHER_API_KEY);
  assert.equal(other.body.error, "invalid_grant");
  assert.match(other.body.error_description, /client_id/);
  assert.equal((await refresh(refresh_token)).status, 200);
});

test("revocation answers 200 and an empty object", async () => {
  const { access_token, refresh_token } = (await exchange({ code: await codeOf() })).body;
  const revoke = (fields) => post(`${service.baseUrl}/oauth/revoke`, fields);
  assert.deepEqual(await revoke({ token: "unknown", client_id: "0xwhatever" }), { status: 200, body: {} });
  assert.deepEqual(await revoke({ token: access_token, client_id: API_KEY }), { status: 200, body: {} });
  assert.equal((await me(access_token)).status, 401);
  assert.equal((await refresh(refresh_token)).body.error, "invalid_grant");
  assert.deepEqual(
    [(await revoke({ client_id: API_KEY })).status, (await revoke({})).body.error],
    [400, "invalid_request"],
  );
});

test("profile is in data, in snake case", async () => {
  const { access_token } = (await exchange({ code: await codeOf() })).body;
  const { status, body } = await me(access_token);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["data"]);
  const { id, user_id, handle, name, is_verified, profile_picture } = body.data;
  assert.deepEqual({ id, user_id, handle, name, is_verified }, RAW_USER);
  assert.equal(profile_picture, null);
});

test("profile without good token is 401", async () => {
  for (const token of [undefined, "invalid"]) {
    const answer = await me(token);
    const error = "You must be logged in to make this request";
    assert.deepEqual(answer, { status: 401, body: { code: 401, error }, challenge: null });
  }
});

test("service has no metadata", async () => {
  for (const path of ["/.well-known/oauth-authorization-server/v1", "/v1/.well-known/openid-configuration"]) {
    const answer = await fetch(new URL(path, service.baseUrl));
    assert.deepEqual([answer.status, await answer.json()], [404, { code: 404, error: "Not Found" }]);
  }
});

test("every answer and preflight allows other origins", async () => {
  const origin = "https://app.example";
  const headers = { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization" };
  const preflight = await fetch(`${service.baseUrl}/me`, { method: "OPTIONS", headers });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-headers"), "authorization");
  for (const answer of [preflight, await fetch(`${service.baseUrl}/me`, { headers: { origin } })]) {
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  }
});

async function post(address, fields) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(fields) });
  return { status: answer.status, body: await answer.json() };
}

const authorize = (changed) => post(`${service.baseUrl}/oauth/authorize`, { ...consent, ...changed });

async function codeOf(changed) {
  const { status, body } = await authorize(changed);
  assert.equal(status, 200, body.error_description);
  return body.code;
}

function exchange(changed) {
  const fields = {
    grant_type: "authorization_code",
    code_verifier: VERIFIER,
    client_id: API_KEY,
    redirect_uri: CALLBACK,
  };
  return post(`${service.baseUrl}/oauth/token`, { ...fields, ...changed });
}

function refresh(refresh_token, client_id = API_KEY) {
  return post(`${service.baseUrl}/oauth/token`, { grant_type: "refresh_token", refresh_token, client_id });
}

async function me(token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${service.baseUrl}/me`, { headers });
  const challenge = answer.headers.get("www-authenticate");
  return { status: answer.status, body: await answer.json(), ...(answer.ok ? {} : { challenge }) };
}
