// oauth4webapi, unchanged, signs a user in at our service. It gets the issuer and the API key, and discovers the rest.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { noteMembers } from "./evidence.mjs";
import { decide } from "./service/person.mjs";
import { CALLBACK, LISTENER, OWN_SCHEME, startService } from "./service/service.mjs";

const TIMEOUT = { timeout: 120_000 };
/** The service listens at http on this machine. Everything else is as the library has it. */
const http = () => ({ [oauth.allowInsecureRequests]: true, signal: AbortSignal.timeout(60_000) });

let service;
let server;
let client;

before(async () => {
  service = await startService();
  client = { client_id: service.apiKey };
  const issuer = new URL(service.issuer);
  // RFC 8414: the well-known part stands before the issuer's path. The library compares the issuer with the one inside.
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...http(), algorithm: "oauth2" }));
}, TIMEOUT);

after(() => service?.stop());

test("discovery says all that a public client needs to know", TIMEOUT, () => {
  assert.equal(server.issuer, service.issuer);
  assert.equal(server.authorization_response_iss_parameter_supported, true);
  assert.deepEqual(server.code_challenge_methods_supported, ["S256"]);
  assert.deepEqual(server.token_endpoint_auth_methods_supported, ["none"]);
  assert.deepEqual(server.response_types_supported, ["code"]);
  assert.ok(server.response_modes_supported.includes("query"));
  assert.deepEqual(server.grant_types_supported, ["authorization_code", "refresh_token"]);
});

test("sign-in, profile, refresh, revocation", TIMEOUT, async () => {
  const login = await begin();
  const parameters = oauth.validateAuthResponse(server, client, await decide(login.address, "approve"), login.state);
  const first = await exchange(parameters, login.verifier);
  assert.equal(first.token_type, "bearer");
  assert.equal(first.scope, "read");
  assert.equal(first.expires_in, 3600);
  assert.equal(first.user.handle, LISTENER.handle);
  assert.equal((await profile(first.access_token)).handle, LISTENER.handle);

  const second = await refresh(first.refresh_token);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal(second.user, undefined);
  assert.equal((await profile(second.access_token)).name, LISTENER.name);

  const revoked = await oauth.revocationRequest(server, client, oauth.None(), second.refresh_token, http());
  assert.equal(await oauth.processRevocationResponse(revoked), undefined);
  const challenged = await rejection(profile(second.access_token), oauth.WWWAuthenticateChallengeError);
  assert.equal(challenged.status, 401);
  assert.equal(challenged.cause[0].scheme, "bearer");
  assert.equal(challenged.cause[0].parameters.error, "invalid_token");
  const error = await rejection(refresh(second.refresh_token), oauth.ResponseBodyError);
  assert.deepEqual([error.error, error.status], ["invalid_grant", 400]);
});

test("the app's own server introspects an access token, by both methods", TIMEOUT, async () => {
  const login = await begin();
  const parameters = oauth.validateAuthResponse(server, client, await decide(login.address, "approve"), login.state);
  const { access_token: access, refresh_token: refreshToken } = await exchange(parameters, login.verifier);
  for (const authentication of [oauth.ClientSecretBasic(service.apiSecret), oauth.ClientSecretPost(service.apiSecret)]) {
    const introspect = async (token) => {
      const response = await oauth.introspectionRequest(server, client, authentication, token, http());
      return oauth.processIntrospectionResponse(server, client, response);
    };
    const { active, username, client_id: appKey, iss, scope } = await introspect(access);
    assert.deepEqual([active, username, appKey, iss, scope], [true, LISTENER.handle, service.apiKey, service.issuer, "read"]);
    assert.deepEqual(await introspect(refreshToken), { active: false });
  }
  const wrong = oauth.introspectionRequest(server, client, oauth.ClientSecretBasic("wrong"), access, http());
  const error = await rejection(
    wrong.then((response) => oauth.processIntrospectionResponse(server, client, response)),
    oauth.WWWAuthenticateChallengeError,
  );
  assert.equal(error.status, 401);
});

test("the API names its authorization server", TIMEOUT, async () => {
  const resource = new URL(service.issuer);
  const response = await oauth.resourceDiscoveryRequest(resource, http());
  const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
  assert.deepEqual(metadata.authorization_servers, [service.issuer]);
});

test("an app on a phone signs in by a scheme of its own, and is told of a denial and of a mistake", TIMEOUT, async () => {
  const there = { redirect_uri: OWN_SCHEME };
  const login = await begin(there);
  const parameters = oauth.validateAuthResponse(server, client, await decide(login.address, "approve", OWN_SCHEME), login.state);
  const tokens = await exchange(parameters, login.verifier, OWN_SCHEME);
  assert.equal((await profile(tokens.access_token)).handle, LISTENER.handle);
  for (const [options, button, error] of [
    [there, "deny", "access_denied"],
    // No click leads to this one: the user leaves by a page.
    [{ ...there, scope: "everything" }, "approve", "invalid_scope"],
  ]) {
    const login = await begin(options);
    const response = await decide(login.address, button, OWN_SCHEME);
    assert.throws(
      () => oauth.validateAuthResponse(server, client, response, login.state),
      (thrown) => thrown instanceof oauth.AuthorizationResponseError && thrown.error === error,
    );
  }
});

test("a consent that is denied is a typed error", TIMEOUT, async () => {
  const login = await begin();
  const denied = await decide(login.address, "deny");
  assert.throws(
    () => oauth.validateAuthResponse(server, client, denied, login.state),
    (error) => error instanceof oauth.AuthorizationResponseError && error.error === "access_denied" && error.error_description.length > 0,
  );
});

test("a request that asks for too much is a typed error", TIMEOUT, async () => {
  const login = await begin({ scope: "everything" });
  // The service shows a page with a link: the user has not allowed this app anything yet.
  const response = await decide(login.address, "approve");
  assert.throws(
    () => oauth.validateAuthResponse(server, client, response, login.state),
    (error) => error instanceof oauth.AuthorizationResponseError && error.error === "invalid_scope",
  );
});

test("a wrong verifier is a typed error, and uses nothing up", TIMEOUT, async () => {
  const login = await begin();
  const parameters = oauth.validateAuthResponse(server, client, await decide(login.address, "approve"), login.state);
  const error = await rejection(exchange(parameters, oauth.generateRandomCodeVerifier()), oauth.ResponseBodyError);
  assert.deepEqual([error.error, error.status], ["invalid_grant", 400]);
  const tokens = await exchange(parameters, login.verifier);
  assert.equal((await profile(tokens.access_token)).handle, LISTENER.handle);
});

test("a code that is used twice takes what it brought with it", TIMEOUT, async () => {
  const login = await begin();
  const parameters = oauth.validateAuthResponse(server, client, await decide(login.address, "approve"), login.state);
  const tokens = await exchange(parameters, login.verifier);
  assert.equal((await rejection(exchange(parameters, login.verifier), oauth.ResponseBodyError)).error, "invalid_grant");
  assert.equal((await rejection(profile(tokens.access_token), oauth.WWWAuthenticateChallengeError)).status, 401);
});

test("tokens that are bound to a key (DPoP) work with that key only", TIMEOUT, async () => {
  assert.deepEqual(server.dpop_signing_alg_values_supported, ["ES256"]);
  const [own, other] = [await oauth.generateKeyPair("ES256"), await oauth.generateKeyPair("ES256")];
  const DPoP = oauth.DPoP(client, own);
  const login = await begin({ dpop_jkt: await DPoP.calculateThumbprint() });
  const parameters = oauth.validateAuthResponse(server, client, await decide(login.address, "approve"), login.state);
  const first = await exchange(parameters, login.verifier, CALLBACK, { DPoP });
  assert.equal(first.token_type, "dpop");
  assert.equal((await profile(first.access_token, { DPoP })).handle, LISTENER.handle);

  const thief = { DPoP: oauth.DPoP(client, other) };
  for (const options of [thief, {}]) {
    const refused = await rejection(refresh(first.refresh_token, options), oauth.ResponseBodyError);
    assert.equal(refused.error, "invalid_grant");
  }
  const stolen = await rejection(profile(first.access_token, thief), oauth.WWWAuthenticateChallengeError);
  assert.deepEqual([stolen.cause[0].scheme, stolen.cause[0].parameters.error], ["dpop", "invalid_dpop_proof"]);
  assert.equal((await rejection(profile(first.access_token), oauth.WWWAuthenticateChallengeError)).status, 401);

  const second = await refresh(first.refresh_token, { DPoP });
  assert.equal(second.token_type, "dpop");
  assert.equal((await profile(second.access_token, { DPoP })).handle, LISTENER.handle);
  const revoked = await oauth.revocationRequest(server, client, oauth.None(), second.refresh_token, http());
  assert.equal((await rejection(oauth.processRevocationResponse(revoked), oauth.ResponseBodyError)).error, "invalid_dpop_proof");
  assert.equal((await profile(second.access_token, { DPoP })).handle, LISTENER.handle);
});

test("an answer of another issuer, of none, or to another request is refused before the code is sent", TIMEOUT, async () => {
  const login = await begin();
  const answered = await decide(login.address, "approve");
  assert.equal(answered.searchParams.get("iss"), service.issuer);
  for (const spoil of [
    (answer) => answer.searchParams.set("iss", "https://another.example/v1"),
    (answer) => answer.searchParams.delete("iss"),
    (answer) => answer.searchParams.set("state", oauth.generateRandomState()),
    (answer) => answer.searchParams.delete("state"),
  ]) {
    const spoilt = new URL(answered);
    spoil(spoilt);
    assert.throws(() => oauth.validateAuthResponse(server, client, spoilt, login.state), oauth.OperationProcessingError);
  }
  const tokens = await exchange(oauth.validateAuthResponse(server, client, answered, login.state), login.verifier);
  assert.ok(tokens.access_token);
});

/** An authorization request, as the library's documentation has it. */
async function begin(overrides = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  noteMembers({ code_verifier: verifier });
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: "code",
    response_mode: "query",
    scope: "read",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...overrides,
  });
  return { address, state, verifier };
}

async function exchange(parameters, verifier, callback = CALLBACK, options = {}) {
  const all = { ...http(), ...options };
  const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, callback, verifier, all);
  return noted(await oauth.processAuthorizationCodeResponse(server, client, response));
}

async function refresh(token, options = {}) {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, { ...http(), ...options });
  return noted(await oauth.processRefreshTokenResponse(server, client, response));
}

async function profile(accessToken, options = {}) {
  const address = new URL(`${service.issuer}/me`);
  const response = await oauth.protectedResourceRequest(accessToken, "GET", address, undefined, undefined, { ...http(), ...options });
  assert.equal(response.status, 200);
  return response.json();
}

function noted(tokens) {
  noteMembers(tokens);
  return tokens;
}

/** Returns the error of `promise`, which must be of this class. */
async function rejection(promise, expected) {
  const error = await promise.then(
    () => assert.fail("it should have failed"),
    (error) => error,
  );
  assert.ok(error instanceof expected, error);
  return error;
}
