// The playground of the built site, in Chromium: each of its switches, its calls, and what they show.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { until } from "../../tests/consumers/packaging/tutorial-reader.mjs";
import { startBrowser } from "../../tests/consumers/phones/drive/webdriver.mjs";
import { BrowserWindows } from "../../tests/providers/browser-windows.mjs";
import { startSite } from "../../tests/providers/web-site.mjs";

const DIST = fileURLToPath(new URL("../.vitepress/dist", import.meta.url));
const AXE = fileURLToPath(new URL("../../pkg-template/node_modules/axe-core/axe.min.js", import.meta.url));

let site;
let browser;
let windows;

before(async () => {
  site = await startSite(DIST, {});
  browser = await startBrowser();
  windows = await BrowserWindows.of(browser);
});

after(async () => {
  await browser?.stop();
  await site?.stop();
});

beforeEach(async () => {
  const params = { origin: site.origin, storageTypes: "local_storage,cache_storage" };
  await browser.command("POST", "/goog/cdp/execute", { cmd: "Storage.clearDataForOrigin", params });
  await windows.open(`${site.origin}/playground/`);
});

/** Turns a switch on by its name. */
const turnOn = (name) => windows.click(`[role="switch"][name="${name}"]`);

/** Clicks the button of a call by its position. */
const call = async (name) => {
  const names = ["login", "redirect", "getUser", "fetch", "logout"];
  await windows.click(`.controls button:nth-of-type(${names.indexOf(name) + 1})`);
};

const signIn = async () => {
  await call("login");
  await windows.inPopup(() => windows.click('[value="allow"]'));
  await result(/"signed-in"/);
};

/** Waits for the result that matches. */
const result = (pattern) =>
  until(`the result ${pattern}`, async () => {
    const shown = await windows.run("return document.querySelector('.result').innerText");
    assert.match(shown, pattern);
    return true;
  });

/** Waits for the messages, each as `way text`, in this order. Others may be between them. */
const messages = (...expected) =>
  until(`the messages ${expected}`, async () => {
    const shown = await windows.run(`return [...document.querySelectorAll("ol > li")].map((item) =>
      item.dataset.way + " " + item.querySelector("code").innerText)`);
    let at = 0;
    for (const text of shown) if (text === expected[at]) at += 1;
    assert.equal(expected[at], undefined, `${expected[at]} is missing in ${shown}`);
    return true;
  });

const session = () => windows.run("return document.querySelector('.session').innerText");

test("login by popup shows its messages", async () => {
  await signIn();
  await messages(
    'call sp.oauth.login({ scope: "read" })',
    "window.open /v1/oauth/authorize",
    "request GET /v1/oauth/authorize",
    "response 200, the sign-in page",
    "request POST /v1/oauth/authorize",
    "response 303 to the callback page",
    "postMessage answer",
    "request POST /v1/oauth/token",
    "response 200",
    "result resolved",
  );
  await messages("postMessage answer", "BroadcastChannel taken");
  assert.match(await session(), /"signed-in".*Ada/s);
  const shown = await windows.run("return document.querySelector('ol').innerText");
  assert.doesNotMatch(shown, /[\w-]{28,}/);
});

test("blocked popup is popup_blocked", async () => {
  await turnOn("blocked");
  await call("login");
  await result(/popup_blocked\s+The browser blocked the sign-in window/);
  await messages("window.open /v1/oauth/authorize", "result rejected: popup_blocked");
});

test("COOP login succeeds by the channel", async () => {
  await turnOn("coop");
  await call("login");
  await windows.inPopup(async () => {
    await until("the opener to be cut off", () => windows.run("return opener === null"));
    await windows.click('[value="allow"]');
  });
  await result(/"signed-in"/);
  await messages("BroadcastChannel answer", "BroadcastChannel taken", "result resolved");
  const posted = await windows.run("return document.querySelectorAll('[data-way=postMessage]').length");
  assert.equal(posted, 0);
});

test("offline calls fail with network", async () => {
  await turnOn("offline");
  await call("login");
  await windows.inPopup(() => windows.click('[value="allow"]'));
  await result(/network\s+The service could not be reached/);
  await messages("request POST /v1/oauth/token", "response No response: network error", "result rejected: network");
});

test("offline logout is not revoked", async () => {
  await signIn();
  await turnOn("offline");
  await call("logout");
  await result(/"revoked": false/);
  assert.match(await session(), /signed-out/);
});

test("expired token is refreshed", async () => {
  await signIn();
  await turnOn("expired");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await call("getUser");
  await result(/"Ada"/);
  await messages("request GET /v1/me", "response 401", "request POST /v1/oauth/token", "request GET /v1/me");
});

test("denied login is access_denied", async () => {
  await turnOn("denied");
  await call("login");
  await result(/access_denied\s+You did not allow access/);
  await messages("response 303 to the callback page", "result rejected: access_denied");
});

test("full-page login returns to the playground", async () => {
  await call("redirect");
  await windows.click('[value="allow"]');
  await until("the page to return", async () => (await windows.url()).endsWith("/playground/"));
  await result(/signed-in/);
  await messages("request GET /v1/oauth/authorize", "request POST /v1/oauth/token", "event signed-in");
  await call("fetch");
  await result(/First light/);
  await call("logout");
  await result(/"revoked": true/);
});

test("request that overtakes its call is shown", async () => {
  await result(/Nothing was called yet/);
  await windows.run(`const entry = { at: Date.now(), from: "App", to: "SDK" };
    const send = (message) => navigator.serviceWorker.controller.postMessage(message);
    send({ entry: { ...entry, at: entry.at - 1, way: "result", text: "of the call before" } });
    send({ entry: { ...entry, at: entry.at + 1, way: "request", text: "fast" } });
    send({ entry: { ...entry, way: "call", text: "slow" }, isFirst: true });`);
  await messages("call slow", "request fast");
  const shown = await windows.run("return document.querySelector('ol').innerText");
  assert.doesNotMatch(shown, /of the call before/);
});

test("playground works after a link to it", async () => {
  await windows.open(`${site.origin}/explanation/how-login-works.html`);
  await windows.click('.vp-doc a[href$="/playground/"]');
  await turnOn("blocked");
  await call("login");
  await result(/popup_blocked/);
});

test("axe finds nothing in both schemes", async () => {
  await turnOn("denied");
  await call("login");
  await result(/access_denied/);
  await windows.run(await readFile(AXE, "utf8"));
  for (const isDark of [false, true]) {
    await windows.run("document.documentElement.classList.toggle('dark', arguments[0])", isDark);
    await windows.run("return Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
    const found = await windows.run(`return axe.run(".VPDoc").then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target).join(", ")))`);
    assert.deepEqual(found, []);
  }
});
