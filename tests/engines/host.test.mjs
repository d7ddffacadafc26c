// The core for hosts that are not browsers: what it asks of the host's object, effect by effect, and a whole sign-in.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { createApp, OPTIONS, SESSION } from "./host/app.mjs";
import { failureOf, openCore } from "./host/core.mjs";
import { NOW } from "./host/host.mjs";
import { API_KEY, BASE_URL, CONFIG, FORM, REDIRECT_URI, USER } from "./host/service.mjs";

/** The status after the login of this state. */
const signedIn = (login) => {
  const unknown = { expiresAt: undefined, claims: undefined };
  return { status: "signed-in", scope: "read", login, renewedAt: NOW, ...unknown };
};

test("a sign-in goes from the login to the browser, back by its address, and to a session", async () => {
  const { service, host, login, handleRedirect, readStatus, accessToken } = createApp();
  assert.deepEqual(await login({ appState: "back to album 7" }), { kind: "redirecting" });
  assert.deepEqual(
    host.calls.map(([name]) => name),
    ["random", "now", "write", "keys", "read", "open"],
  );
  const [[url]] = host.callsOf("open");
  const request = Object.fromEntries(new URL(url).searchParams);
  assert.equal(request.redirect_uri, REDIRECT_URI);
  assert.equal(request.api_key, API_KEY);
  assert.equal(request.display, "fullScreen");
  assert.match(request.state, /^sp1\.f\.[\w-]{22}$/);
  assert.deepEqual([...host.stored.local.keys()], [`stagepass/login/${request.state}`]);

  host.calls.length = 0;
  const ending = await handleRedirect(service.approve(url));
  const given = { login: request.state, appState: "back to album 7", user: JSON.stringify(USER) };
  assert.deepEqual(ending, { kind: "signed-in", client: SESSION, baseUrl: BASE_URL, ...given });
  assert.deepEqual(
    host.calls.map(([name]) => name),
    ["lock", "read", "read", "remove", "post", "read", "now", "write"],
  );
  assert.deepEqual([...host.stored.local.keys()], [SESSION]);
  assert.equal(host.held.size, 0);
  const [[path, form]] = service.requests;
  assert.equal(path, "/oauth/token");
  assert.equal(form.grant_type, "authorization_code");
  assert.match(form.code_verifier, /^[\w-]{43}$/);

  assert.deepEqual(await readStatus(), signedIn(request.state));
  const { token, ...rest } = await accessToken();
  assert.match(token, /^access-\d+$/);
  assert.deepEqual(rest, { key: undefined, idToken: undefined, isAdopted: false });
});

test("a sign-in does not wait between the call and the first word to the store", () => {
  const { host, login } = createApp();
  login();
  assert.equal(host.calls.at(-1)[0], "write");
});

test("each method is given what its type says", async () => {
  const signal = { aborted: false };
  const { host, service, login, handleRedirect } = createApp();
  await login({ signal });
  const [[url]] = host.callsOf("open");
  const state = new URL(url).searchParams.get("state");
  await handleRedirect(service.approve(url), { signal });
  assert.deepEqual(host.callsOf("random"), [[48]]);
  assert.deepEqual(host.callsOf("now"), [[], []]);
  assert.deepEqual(host.callsOf("keys"), [["stagepass/login/"]]);
  assert.deepEqual(host.callsOf("remove"), [["local", `stagepass/login/${state}`]]);
  const [[area, key, value]] = host.callsOf("write");
  assert.deepEqual([area, key, typeof value], ["local", `stagepass/login/${state}`, "string"]);
  const [[name, claimWithin, lockSignal]] = host.callsOf("lock");
  assert.deepEqual([name, claimWithin], [`stagepass/claim/${state}`, 30_000]);
  const [[address, body, within, postSignal, type]] = host.callsOf("post");
  assert.deepEqual([address, typeof body, within, type], [`${BASE_URL}/oauth/token`, "string", 15_000, FORM]);
  assert.ok(lockSignal === signal && postSignal === signal, "the caller's own signal should be handed on");
});

test("requests are forms if the answer says so", async () => {
  for (const saysSo of [true, false]) {
    const { service, host, login, handleRedirect, accessToken, logout } = createApp();
    await login();
    const url = service.approve(host.callsOf("open")[0][0]);
    await handleRedirect(saysSo ? url : url.replace("&token_format=form", ""));
    await accessToken({ forceRefresh: true });
    assert.deepEqual(await logout(), { kind: "nothing" });
    assert.deepEqual(
      service.requests.map(([path, , type]) => [path, type]),
      ["/oauth/token", "/oauth/token", "/oauth/revoke"].map((path) => [path, saysSo ? FORM : "application/json"]),
    );
  }
});

test("a callback is used once, whoever brings it, and however often", async () => {
  const { service, host, login, handleRedirect } = createApp();
  await login();
  const address = service.approve(host.callsOf("open")[0][0]);
  const endings = await Promise.all([handleRedirect(address), handleRedirect(address)]);
  assert.deepEqual(
    endings.map(({ kind }) => kind),
    ["signed-in", "signed-in"],
  );
  assert.equal((await handleRedirect(address)).kind, "signed-in");
  assert.equal(service.requests.length, 1);
});

test("another instance, as after a restart of the app, takes the callback with what is stored", async () => {
  const { service, host, login } = createApp();
  await login({ appState: "kept" });
  const url = service.approve(host.callsOf("open")[0][0]);
  const ending = await openCore().handleRedirect({ url, host: host.object });
  assert.equal(ending.appState, "kept");
});

test("an address that is no answer of ours is left alone", async () => {
  const { host, handleRedirect } = createApp();
  for (const url of ["", REDIRECT_URI, `${REDIRECT_URI}?code=1&state=somebody-elses`, "com.example.app://albums/7"]) {
    assert.deepEqual(await handleRedirect(url), { kind: "none" });
  }
  assert.deepEqual(host.calls, []);
});

test("an answer to a popup, which no host opens, finds no login", async () => {
  const { service, handleRedirect } = createApp();
  const url = `${REDIRECT_URI}?code=1&state=sp1.p.${"A".repeat(22)}`;
  assert.equal((await failureOf(handleRedirect(url))).code, "transaction_lost");
  assert.equal(service.requests.length, 0);
});

test("a popup is refused, and with a fallback becomes the whole page", async () => {
  const { host, login } = createApp();
  assert.equal((await failureOf(login({ display: "popup" }))).code, "popup_blocked");
  assert.deepEqual(await login({ display: "popup", fallback: "redirect" }), { kind: "redirecting" });
  assert.equal(host.callsOf("open").length, 1);
});

test("two calls that find the token stale send one request", async () => {
  const { service, host, accessToken, signIn } = createApp();
  await signIn();
  host.clock.shows += 3_600_000;
  const tokens = await Promise.all([accessToken(), accessToken()]);
  // The second call adopts the token that the first has refreshed.
  assert.deepEqual(tokens[1], { ...tokens[0], isAdopted: true });
  assert.equal(tokens[0].isAdopted, false);
  assert.deepEqual(
    service.requests.map(([, form]) => form.grant_type),
    ["authorization_code", "refresh_token"],
  );
  assert.equal(host.held.size, 0);
});

test("a logout discards the session and has it revoked", async () => {
  const { service, host, readStatus, accessToken, logout, signIn } = createApp();
  await signIn();
  const { refreshToken } = JSON.parse(host.stored.local.get(SESSION));
  assert.ok(service.knows(refreshToken));
  assert.deepEqual(await logout(), { kind: "nothing" });
  assert.ok(!service.knows(refreshToken));
  assert.deepEqual(await readStatus(), { status: "signed-out" });
  assert.equal((await failureOf(accessToken())).code, "not_signed_in");
});

test("a session is kept where the configuration says", async () => {
  for (const [storage, area] of [
    ["local", "local"],
    ["session", "session"],
    ["memory", "memory"],
    [{}, "custom"],
  ]) {
    const { host, signIn } = createApp();
    const { client } = await signIn({}, { ...CONFIG, storage });
    assert.equal(client, SESSION.replace("local", area));
    assert.deepEqual([...host.stored[area].keys()], [client]);
  }
});

test("a store that answers at once, and promises that are somebody else's, do as well", async () => {
  const stored = new Map();
  const Others = runInNewContext("Promise");
  const later = (value) => new Others((resolve) => setImmediate(resolve, value));
  const { host, readStatus, signIn } = createApp({
    read: (_, key) => stored.get(key),
    write: (_, key, value) => !!stored.set(key, value),
    remove: (_, key) => later(stored.delete(key)),
    keys: (prefix) => later([...stored.keys(), 7, null].filter((key) => !key?.startsWith || key.startsWith(prefix))),
  });
  assert.equal((await signIn()).kind, "signed-in");
  const state = new URL(host.callsOf("open")[0][0]).searchParams.get("state");
  assert.deepEqual(await readStatus(), signedIn(state));
});

test("a host that lists more keys than it was asked for loses none of them", async () => {
  const { host, login } = createApp({ keys: () => Object.freeze(["settings", "stagepass/other", ""]) });
  await login();
  assert.deepEqual(host.callsOf("remove"), []);
});

test("without a host a call is unsupported", async () => {
  const core = openCore();
  for (const host of [undefined, null, "host"]) {
    assert.equal((await failureOf(core.login(CONFIG, { ...OPTIONS, host }))).code, "unsupported");
    assert.equal((await failureOf(core.readStatus(CONFIG, { host }))).code, "unsupported");
  }
});

test("a redirect URI of any scheme is taken, and a wrong one is told", async () => {
  const { login } = createApp();
  for (const redirectUri of ["com.example.app://callback", "myapp:/callback", "https://app.example/callback"]) {
    assert.equal((await login({}, { ...CONFIG, redirectUri })).kind, "redirecting");
  }
  assert.equal((await failureOf(login({}, { ...CONFIG, redirectUri: "javascript:alert(1)" }))).code, "config_invalid");
});

test("the core makes a digest for the host", async () => {
  for (const text of ["", "abc", "größe 日本 😀", "x".repeat(1000)]) {
    assert.equal(await openCore().digest(text), createHash("sha256").update(text).digest("base64url"));
  }
});
