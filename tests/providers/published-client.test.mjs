// The public music service's own client, unmodified, signs users in at our service, in Chromium.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { LISTENER, startService } from "../consumers/interop/service/service.mjs";
import { until } from "../consumers/packaging/tutorial-reader.mjs";
import { startBrowser } from "../consumers/phones/drive/webdriver.mjs";
import { BrowserWindows } from "./browser-windows.mjs";
import { callbackPage, page, publishedClient } from "./published-client.mjs";
import { startSite } from "./web-site.mjs";

const TIMEOUT = { timeout: 180_000 };
const CLOSED = "The login popup was closed prematurely.";
/** Of a login by popup, because the client loses some of them. */
const ATTEMPTS = 8;

let folder;
let pages;
let site;
let service;
let browser;
let windows;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stagepass-published-client-"));
  pages = { "/sdk.min.js": await publishedClient() };
  site = await startSite(folder, pages);
  const redirectUri = `${site.origin}/callback.html`;
  service = await startService([redirectUri]);
  const config = { basePath: service.issuer, redirectUri };
  const registered = { ...config, apiKey: service.apiKey, appName: "Stock Client" };
  pages["/index.html"] = page(registered);
  pages["/callback.html"] = callbackPage(registered);
  pages["/unregistered.html"] = page({ ...config, appName: "Stock Client" });
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
  for (const address of [`${service.issuer}/openapi.json`, `${site.origin}/`]) {
    await windows.open(address);
    await windows.forget();
  }
  await windows.open(`${site.origin}/`);
});

test("popup login reads the user", TIMEOUT, async () => {
  await signInByPopup();
  const { value: user } = await call("getUser");
  assert.deepEqual([user.handle, user.name], [LISTENER.handle, LISTENER.name]);
});

test("full-page login reads the user", TIMEOUT, async () => {
  await startLogin({ scope: "write", display: "fullScreen" });
  await decide("approve");
  await callbackIsHandled();
  assert.equal((await call("getUser")).value.handle, LISTENER.handle);
});

test("app name alone signs in and refreshes", TIMEOUT, async () => {
  await windows.open(`${site.origin}/unregistered.html`);
  await signInByPopup("read");
  assert.equal((await call("getUser")).value.handle, LISTENER.handle);
  assert.equal(typeof (await call("refreshAccessToken")).value, "string");
});

test("refresh and sign-out work", TIMEOUT, async () => {
  await signInByPopup();
  assert.equal(typeof (await call("refreshAccessToken")).value, "string");
  assert.equal((await call("getUser")).value.handle, LISTENER.handle);
  await call("logout");
  assert.deepEqual(await call("isAuthenticated"), { value: false });
});

test("denial leaves its popup open", TIMEOUT, async () => {
  await startLogin({ scope: "read" });
  await windows.inPopup(async () => {
    await decide("deny");
    await callbackIsHandled("error=access_denied");
    await windows.close();
  });
  assert.deepEqual(await windows.run("return window.login"), { message: CLOSED });
});

test("denial by full page stays signed out", TIMEOUT, async () => {
  await startLogin({ scope: "read", display: "fullScreen" });
  await decide("deny");
  await callbackIsHandled("error=access_denied");
  assert.deepEqual(await call("isAuthenticated"), { value: false });
});

/**
 * Signs in by popup. The client looks every 500 ms whether its popup is closed, also while it exchanges the code that
 * the popup has posted before its end, and then reports a closed popup: the slower the machine, the more often.
 * Only then this tries again.
 */
async function signInByPopup(scope = "write") {
  let result;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await startLogin({ scope });
    await windows.inPopup(() => decide("approve"));
    result = await windows.run("return window.login");
    if (result.message !== CLOSED) break;
  }
  assert.equal(result.message, undefined);
}

async function startLogin(options) {
  await windows.run("sessionStorage.options = arguments[0]", JSON.stringify(options));
  await windows.click("#sign-in");
}

/**
 * Waits for the callback page. Its URL has `parameter` still: the client removes the code, and leaves an error there.
 * The client takes a denial without an error.
 */
async function callbackIsHandled(parameter = "") {
  await until("the callback page", async () => {
    const url = await windows.url();
    return url.startsWith(`${site.origin}/callback.html`) && url.includes(parameter);
  });
  await until("its script", () => windows.run("return Boolean(window.handled)"));
  assert.deepEqual(await windows.run("return window.handled"), { value: null });
}

/** Signs in if the service asks, and presses Allow or Don't allow. */
async function decide(decision) {
  const button = `button[data-act=${decision}]`;
  await until("the service's page", () => windows.run(`return Boolean(document.querySelector("#sign-in, ${button}"))`));
  if (await windows.run('return Boolean(document.querySelector("#sign-in"))')) {
    await windows.fill("input[name=handle]", LISTENER.handle);
    await windows.fill("input[name=password]", LISTENER.password);
    await windows.click("#sign-in");
  }
  await windows.click(button);
}

const call = (method) => windows.run("return window.call(arguments[0])", method);
