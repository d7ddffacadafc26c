// Signs users in at a stand-in of the public music service, in Chromium, with the package as built. See
// docs/guides/public-music-service.md.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { promisify } from "node:util";
import { until } from "../consumers/packaging/tutorial-reader.mjs";
import { install } from "../consumers/phones/drive/package.mjs";
import { startBrowser } from "../consumers/phones/drive/webdriver.mjs";
import { BrowserWindows } from "./browser-windows.mjs";
import { startMusicService } from "./music-service.mjs";
import { startSite } from "./web-site.mjs";

const TIMEOUT = { timeout: 120_000 };
const API_KEY = "0x52b4e0c5b1a1c1e0fe4b62d0ac1d4b44f1a3c5d7";
const PERSON = { email: "ada@example.com", password: "correct horse battery" };
const PICTURE = {
  "150x150": "https://node.example/content/Qm1/150x150.jpg",
  "480x480": "https://node.example/content/Qm1/480x480.jpg",
  "1000x1000": "https://node.example/content/Qm1/1000x1000.jpg",
  mirrors: ["https://mirror.example"],
};
const RAW_USER = {
  id: "7eP5n",
  user_id: 51,
  handle: "ada",
  name: "Ada Listener",
  is_verified: true,
  profile_picture: PICTURE,
};
const USER = { userId: 51, handle: "ada", name: "Ada Listener", verified: true, profilePicture: PICTURE };

/** The app's page. A test sets `window.config`, and a click signs in with `window.options`. */
const APP = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>App</title>
<h1>Radio</h1><button id="sign-in">Sign in</button>
<script type="module">
import { stagepass } from "/stagepass/index.js";
const answered = (promise) => promise.then((value) => ({ value }), ({ code }) => ({ code }));
const create = () => {
  const sp = stagepass(JSON.parse(sessionStorage.config));
  window.call = (name, options) => answered(sp.oauth[name](options));
  window.watch = sp.oauth.session;
  document.querySelector("#sign-in").onclick = () => {
    window.login = answered(sp.oauth.login(JSON.parse(sessionStorage.options)));
    window.login.then(() => (window.hasEnded = true));
  };
};
window.create = create;
if (sessionStorage.config) create();
</script>`;

let folder;
let site;
let service;
let browser;
let windows;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stagepass-music-service-"));
  await install(folder);
  // As `npx stagepass callback .`: the callback page, and the scripts that it loads.
  const program = join(folder, "node_modules/stagepass/bin/stagepass.mjs");
  await promisify(execFile)(process.execPath, [program, "callback", folder]);
  site = await startSite(folder, { "/index.html": APP });
  const app = { apiKey: API_KEY, name: "Radio", redirectUris: [`${site.origin}/callback.html`] };
  service = await startMusicService({ apps: [app], people: [{ ...PERSON, user: RAW_USER }] });
  browser = await startBrowser();
  windows = await BrowserWindows.of(browser);
}, TIMEOUT);

after(async () => {
  await browser?.stop();
  await service?.stop();
  await site?.stop();
  if (folder) await rm(folder, { recursive: true });
});

beforeEach(async () => {
  for (const origin of [service.pageOrigin, site.origin]) {
    await windows.open(`${origin}/`);
    await windows.forget();
  }
  service.requests.length = 0;
});

test("popup login returns the user", TIMEOUT, async () => {
  await startLogin({ scope: "read" });
  await windows.inPopup(authorize);
  assert.deepEqual(await loginResult(), { value: { kind: "signed-in", user: USER } });
  const { parameters } = service.requests.find(({ path }) => path === "/v1/oauth/authorize");
  assert.deepEqual(Object.keys(parameters).sort(), [
    "api_key",
    "code_challenge",
    "code_challenge_method",
    "display",
    "redirect_uri",
    "response_mode",
    "response_type",
    "scope",
    "state",
  ]);
  assert.deepEqual([parameters.response_mode, parameters.display, parameters.scope], ["fragment", "popup", "read"]);
  assert.deepEqual(tokenRequests(), [["authorization_code", "application/json", API_KEY]]);
  assert.ok(!service.requests.some(({ path }) => path.includes("well-known")), "a login should not need metadata");
});

test("full-page login returns to the starting page", TIMEOUT, async () => {
  await startLogin({ scope: "read", display: "redirect" });
  await authorize();
  await until("the app's page", async () => (await windows.url()) === `${site.origin}/`);
  await until("the session", async () => (await windows.run("return window.watch.get().status")) === "signed-in");
  assert.deepEqual(await call("getUser"), { value: USER });
});

for (const [form, apiKey] of [
  ["with 0x", API_KEY],
  ["without 0x", API_KEY.slice(2)],
  ["in capitals", `0x${API_KEY.slice(2).toUpperCase()}`],
]) {
  test(`write login with API key ${form} succeeds`, TIMEOUT, async () => {
    await startLogin({ scope: "write" }, { apiKey });
    await windows.inPopup(authorize);
    assert.equal((await loginResult()).value.kind, "signed-in");
    assert.deepEqual(await call("hasScope", "write"), { value: true });
    assert.deepEqual(await call("getAccessToken", { forceRefresh: true }).then(({ code }) => code), undefined);
    assert.deepEqual(
      tokenRequests().map(([grant, , key]) => [grant, key]),
      [
        ["authorization_code", apiKey],
        ["refresh_token", apiKey],
      ],
    );
  });
}

test("expired access token is refreshed once", TIMEOUT, async () => {
  await signIn();
  service.expireAccessTokens();
  service.requests.length = 0;
  const answers = await windows.run("return Promise.all([call('getUser'), call('getUser')])");
  assert.deepEqual(answers, [{ value: USER }, { value: USER }]);
  assert.deepEqual(tokenRequests(), [["refresh_token", "application/json", API_KEY]]);
});

test("two pages share one refresh", TIMEOUT, async () => {
  await signIn();
  service.requests.length = 0;
  await windows.run("document.body.append(Object.assign(document.createElement('iframe'), { src: '/' }))");
  await until("the other page", () => windows.run("return Boolean(frames[0].call)"));
  const refresh = (page) => `${page}.call("getAccessToken", { forceRefresh: true })`;
  const [one, other] = await windows.run(`return Promise.all([${refresh("window")}, ${refresh("frames[0]")}])`);
  assert.equal(typeof one.value, "string");
  assert.deepEqual(other, one);
  assert.equal(tokenRequests().length, 1);
});

test("sign-out revokes all tokens", TIMEOUT, async () => {
  await signIn();
  const { value: token } = await call("getAccessToken");
  assert.equal(await statusOfMe(token), 200);
  assert.deepEqual(await call("logout"), { value: { revoked: true } });
  assert.equal(await statusOfMe(token), 401);
  assert.deepEqual(await call("isAuthenticated"), { value: false });
  assert.deepEqual(await call("getUser"), { code: "not_signed_in" });
});

test("sign-out at service finds no page", TIMEOUT, async () => {
  await signIn();
  assert.deepEqual(await call("logout", { service: true }), { value: { revoked: true, opened: false } });
  assert.equal(await windows.url(), `${site.origin}/`);
});

test("revoked session ends as expired", TIMEOUT, async () => {
  await signIn();
  const { value: token } = await call("getAccessToken");
  const body = JSON.stringify({ token, client_id: API_KEY });
  const headers = { "content-type": "application/json" };
  assert.equal((await fetch(`${service.baseUrl}/oauth/revoke`, { method: "POST", headers, body })).status, 200);
  assert.deepEqual(await call("getUser"), { code: "session_expired" });
  assert.equal(await windows.run("return window.watch.get().status"), "expired");
});

test("closed consent page rejects with popup_closed", TIMEOUT, async () => {
  await startLogin({ scope: "read" });
  await windows.inPopup(async () => {
    await windows.see("Allow Radio to connect?");
    await windows.close();
  });
  await loginEndsAsClosed();
});

for (const [name, config, result] of [
  ["dpop auto", { dpop: "auto" }, { value: "signed-in" }],
  ["dpop true", { dpop: true }, { code: "bad_response" }],
  ["requireIss", { requireIss: true }, { code: "issuer_mismatch" }],
]) {
  test(`login with ${name} ends with ${Object.values(result)[0]}`, TIMEOUT, async () => {
    await startLogin({ scope: "read" }, config);
    await windows.inPopup(authorize);
    const { value, code } = await loginResult();
    assert.deepEqual(value ? { value: value.kind } : { code }, result);
  });
}

for (const [name, config, options, shown] of [
  ["unknown API key", { apiKey: `0x${"9".repeat(40)}` }, {}, "not valid: api_key"],
  ["app name alone", { apiKey: undefined, appName: "Radio" }, {}, "Something went wrong"],
  ["web_message", {}, { responseMode: "web_message" }, "not valid: response_mode"],
]) {
  test(`${name} ends at the service's page`, TIMEOUT, async () => {
    await startLogin({ scope: "read", ...options }, config);
    await windows.inPopup(async () => {
      if (config.appName) await authorize();
      await windows.see(shown);
      await windows.close();
    });
    await loginEndsAsClosed();
  });
}

/** Clicks the button of the app's page. */
async function startLogin(options, config = {}) {
  const given = { baseUrl: service.baseUrl, apiKey: API_KEY, redirectUri: `${site.origin}/callback.html`, ...config };
  await until("the app's scripts", () => windows.run("return Boolean(window.create)"));
  const set = "sessionStorage.config = arguments[0]; sessionStorage.options = arguments[1]; window.create()";
  await windows.run(set, JSON.stringify(given), JSON.stringify(options));
  await windows.click("#sign-in");
}

/** Signs in at the consent page, and authorizes the app. */
async function authorize() {
  await windows.fill("input[name=email]", PERSON.email);
  await windows.fill("input[name=password]", PERSON.password);
  await windows.click("#sign-in button");
}

async function signIn() {
  await startLogin({ scope: "read" });
  await windows.inPopup(authorize);
  assert.equal((await loginResult()).value.kind, "signed-in");
}

const loginResult = () => windows.run("return window.login");

/** In a headless browser every window has the focus. A click shows the client that the user is back from the popup. */
async function loginEndsAsClosed() {
  await until("the login to end", async () => {
    await windows.click("h1");
    return windows.run("return Boolean(window.hasEnded)");
  });
  assert.deepEqual(await loginResult(), { code: "popup_closed" });
}

/** Calls a method of `oauth`. Returns its `value`, or the `code` of its error. */
const call = (method, options = null) =>
  windows.run("return window.call(arguments[0], arguments[1] ?? undefined)", method, options);

function tokenRequests() {
  const requests = service.requests.filter(({ method, path }) => method === "POST" && path === "/v1/oauth/token");
  return requests.map(({ grant_type, contentType, client_id }) => [grant_type, contentType, client_id]);
}

async function statusOfMe(token) {
  return (await fetch(`${service.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
}
