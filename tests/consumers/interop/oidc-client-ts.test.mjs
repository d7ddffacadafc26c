// oidc-client-ts, unchanged, signs a user in at our service. The service has OAuth without OpenID Connect, so the
// scopes do not include `openid`.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ErrorResponse, InMemoryWebStorage, OidcClient, User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { noteMembers } from "./evidence.mjs";
import { decide } from "./service/person.mjs";
import { CALLBACK, LISTENER, startService } from "./service/service.mjs";

const TIMEOUT = { timeout: 120_000 };

let service;
/** Makes requests and reads answers. */
let client;
/** Keeps the signed-in listener, and what apps use: in a browser it would make and read them as well. */
let manager;
let settings;

before(async () => {
  service = await startService();
  settings = {
    authority: service.issuer,
    metadataUrl: metadataUrl(service.issuer),
    client_id: service.apiKey,
    redirect_uri: CALLBACK,
    response_type: "code",
    response_mode: "query",
    scope: "read",
    requestTimeoutInSeconds: 20,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    automaticSilentRenew: false,
  };
  client = new OidcClient(settings);
  manager = new UserManager(settings);
}, TIMEOUT);

after(() => {
  // Its timers wait for the tokens to expire, and the process would wait with them.
  manager?.events.unload();
  return service?.stop();
});

test("discovery leads to every endpoint", TIMEOUT, async () => {
  assert.equal(await client.metadataService.getIssuer(), service.issuer);
  assert.equal(await client.metadataService.getAuthorizationEndpoint(), `${service.issuer}/oauth/authorize`);
  assert.equal(await client.metadataService.getTokenEndpoint(), `${service.issuer}/oauth/token`);
  assert.equal(await client.metadataService.getRevocationEndpoint(), `${service.issuer}/oauth/revoke`);
});

test("sign-in, profile, refresh, revocation", TIMEOUT, async () => {
  const request = await client.createSigninRequest({ state: { page: "library" } });
  const answered = await decide(request.url, "approve");
  const first = await client.processSigninResponse(answered.href);
  noteMembers(first);
  assert.deepEqual(first.userState, { page: "library" });
  assert.equal(first.scope, "read");
  assert.equal(first.token_type, "Bearer");
  assert.ok(first.expires_in > 3590 && first.expires_in <= 3600);
  const me = await profile(first.access_token);
  assert.deepEqual([me.status, (await me.json()).handle], [200, LISTENER.handle]);

  await manager.storeUser(new User(first));
  const second = await manager.signinSilent();
  noteMembers(second);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await profile(second.access_token)).status, 200);

  await manager.revokeTokens();
  assert.equal((await profile(second.access_token)).status, 401);
  await manager.storeUser(second);
  assert.equal((await rejection(manager.signinSilent())).error, "invalid_grant");
});

test("revoking an access token signs the listener out as well", TIMEOUT, async () => {
  const tokens = await signIn();
  await client.revokeToken(tokens.access_token, "access_token");
  await manager.storeUser(new User(tokens));
  assert.equal((await rejection(manager.signinSilent())).error, "invalid_grant");
});

test("a consent that is denied is a typed error", TIMEOUT, async () => {
  const request = await client.createSigninRequest({ state: "kept" });
  const denied = await decide(request.url, "deny");
  const error = await rejection(client.processSigninResponse(denied.href));
  assert.deepEqual([error.error, error.state], ["access_denied", "kept"]);
  assert.ok(error.error_description.length > 0);
});

test("a scope that is not offered is a typed error", TIMEOUT, async () => {
  const request = await client.createSigninRequest({ scope: "openid read" });
  const response = await decide(request.url, "approve");
  assert.equal((await rejection(client.processSigninResponse(response.href))).error, "invalid_scope");
});

test("a code that was slipped into another sign-in meets the wrong verifier", TIMEOUT, async () => {
  const otherRequest = await client.createSigninRequest({});
  const own = await client.createSigninRequest({});
  const stolen = await decide(otherRequest.url, "approve");
  const slipped = new URL(stolen);
  slipped.searchParams.set("state", own.state.id);
  assert.equal((await rejection(client.processSigninResponse(slipped.href))).error, "invalid_grant");
  assert.ok((await client.processSigninResponse(stolen.href)).access_token, "and is not used up by it");
});

test("tokens that are bound to a key (DPoP) work with that key only", TIMEOUT, async () => {
  const states = new Map();
  const store = {
    set: async (key, state) => void states.set(key, state),
    get: async (key) => states.get(key),
    remove: async (key) => void states.delete(key),
    getAllKeys: async () => [...states.keys()],
  };
  const dpop = { store, bind_authorization_code: true };
  const bound = new UserManager({ ...settings, dpop });
  // Of a browser's window, it needs only this for its keys.
  globalThis.window = { crypto };
  try {
    const own = new OidcClient({ ...settings, dpop });
    const request = await own.createSigninRequest({ dpopJkt: await bound.generateDPoPJkt(dpop) });
    const first = await own.processSigninResponse((await decide(request.url, "approve")).href);
    noteMembers(first);
    assert.equal(first.token_type, "DPoP");
    const url = `${service.issuer}/me`;
    const me = async (user) => {
      const headers = { authorization: `DPoP ${user.access_token}`, dpop: await bound.dpopProof(url, user) };
      return fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
    };
    assert.equal((await (await me(first)).json()).handle, LISTENER.handle);
    assert.equal((await profile(first.access_token)).status, 401, "it is no bearer token");

    await manager.storeUser(new User(first));
    assert.equal((await rejection(manager.signinSilent())).error, "invalid_grant", "without the key");
    await bound.storeUser(new User(first));
    const second = await bound.signinSilent();
    noteMembers(second);
    assert.equal((await me(second)).status, 200);
    states.clear();
    assert.equal((await rejection(bound.signinSilent())).error, "invalid_grant", "with another key");
  } finally {
    bound.events.unload();
    delete globalThis.window;
  }
});

/** RFC 8414 §3.1: between the host and the issuer's path. The library uses only OpenID's location, after the path. */
function metadataUrl(issuer) {
  const url = new URL(issuer);
  url.pathname = `/.well-known/oauth-authorization-server${url.pathname}`;
  return url.href;
}

async function signIn() {
  const request = await client.createSigninRequest({});
  return client.processSigninResponse((await decide(request.url, "approve")).href);
}

function profile(accessToken) {
  const headers = { authorization: `Bearer ${accessToken}` };
  return fetch(`${service.issuer}/me`, { headers, signal: AbortSignal.timeout(60_000) });
}

/** Returns the error of `promise`: the service's response, as the library reports it. */
async function rejection(promise) {
  const error = await promise.then(
    () => assert.fail("it should have failed"),
    (error) => error,
  );
  assert.ok(error instanceof ErrorResponse, error);
  return error;
}
