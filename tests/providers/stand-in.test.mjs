// The public music service's own client, unmodified, signs users in at the stand-in of that service. So the stand-in
// behaves as this client expects of the service.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { until } from "../consumers/packaging/tutorial-reader.mjs";
import { startBrowser } from "../consumers/phones/drive/webdriver.mjs";
import { BrowserWindows } from "./browser-windows.mjs";
import { startMusicService } from "./music-service.mjs";
import { callbackPage, page, publishedClient } from "./published-client.mjs";
import { startSite } from "./web-site.mjs";

const TIMEOUT = { timeout: 120_000 };
const CLOSED = "The login popup was closed prematurely.";
const API_KEY = "52b4e0c5b1a1c1e0fe4b62d0ac1d4b44f1a3c5d7";
const PERSON = { email: "ada@example.com", password: "correct horse battery" };
const RAW_USER = { id: "7eP5n", user_id: 51, handle: "ada", name: "Ada Listener", is_verified: true };

let folder;
let site;
let service;
let browser;
let windows;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stagepass-stand-in-"));
  const pages = { "/sdk.min.js": await publishedClient() };
  site = await startSite(folder, pages);
  const redirectUri = `${site.origin}/callback.html`;
  const app = { apiKey: API_KEY, name: "Radio", redirectUris: [redirectUri] };
  service = await startMusicService({ apps: [app], people: [{ ...PERSON, user: RAW_USER }] });
  const config = { basePath: service.baseUrl, redirectUri, apiKey: API_KEY };
  pages["/index.html"] = page(config);
  pages["/callback.html"] = callbackPage(config);
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

test("popup login, refresh and sign-out work", TIMEOUT, async () => {
  // The client can miss the message of a popup that closes: then once more. See published-client.test.mjs.
  let result = await logInByPopup();
  if (result.message === CLOSED) result = await logInByPopup();
  assert.equal(result.message, undefined);
  const { parameters } = service.requests.find(({ path }) => path === "/v1/oauth/authorize");
  assert.equal(parameters.origin, site.origin);
  await userIsSignedIn();
  service.expireAccessTokens();
  await userIsSignedIn();
  await call("logout");
  assert.deepEqual(await call("isAuthenticated"), { value: false });
  const paths = service.requests
    .filter(({ method }) => method === "POST")
    .map(({ path, grant_type }) => [path, grant_type]);
  assert.deepEqual(paths.slice(-3), [
    ["/v1/oauth/token", "authorization_code"],
    ["/v1/oauth/token", "refresh_token"],
    ["/v1/oauth/revoke", undefined],
  ]);
});

test("full-page login reads the user", TIMEOUT, async () => {
  await startLogin({ scope: "write", display: "fullScreen" });
  await authorize();
  await until("the callback page", async () => (await windows.url()).startsWith(`${site.origin}/callback.html`));
  await until("its script", () => windows.run("return Boolean(window.handled)"));
  assert.deepEqual(await windows.run("return window.handled"), { value: null });
  await userIsSignedIn();
});

async function logInByPopup() {
  await startLogin({ scope: "read" });
  await windows.inPopup(authorize);
  return windows.run("return window.login");
}

async function startLogin(options) {
  await windows.run("sessionStorage.options = arguments[0]", JSON.stringify(options));
  await windows.click("#sign-in");
}

/** Signs in at the consent page if it asks, and authorizes the app. */
async function authorize() {
  await windows.see("Allow Radio to connect?");
  if (await windows.run('return document.querySelector("#sign-in").hidden')) return windows.click("#authorize");
  await windows.fill("input[name=email]", PERSON.email);
  await windows.fill("input[name=password]", PERSON.password);
  return windows.click("#sign-in button");
}

async function userIsSignedIn() {
  const { value } = await call("getUser");
  assert.deepEqual([value.handle, value.name, value.isVerified], ["ada", "Ada Listener", true]);
}

const call = (method) => windows.run("return window.call(arguments[0])", method);
