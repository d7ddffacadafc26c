// A track's player in pages of other sites: `localhost` shows what is at `127.0.0.1`, so browsers partition storage and
// send no cookies. `STAGEPASS_BROWSER` names the browser: `chromium` (default), `firefox` or `webkit`.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BrowserWindows } from "../../providers/browser-windows.mjs";
import { startBrowser } from "../phones/drive/webdriver.mjs";
import { startService } from "./elements-page.mjs";
import { until } from "./tutorial-reader.mjs";

const AXE = fileURLToPath(new URL("../../../pkg-template/node_modules/axe-core/axe.min.js", import.meta.url));
const BROWSER = process.env.STAGEPASS_BROWSER || "chromium";
/** How long a frame may take that the browser refuses to show. A shown one takes a fraction of it. */
const REFUSED_AFTER_MS = 2_000;

const REASONS = "[...document.querySelectorAll('#reasons [data-reason]')].map((one) => one.dataset.reason)";
const CAN_PLAY = "document.querySelector('.play button').checkVisibility()";
const PLAYS = "document.querySelector('audio').currentTime > 0.2";

let folder;
let service;
let browser;
let windows;
let base;
let callback;
let ticket;
const sites = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stagepass-embed-"));
  callback = `${await startSite("")}/callback.html`;
  service = await startService(folder, callback);
  base = service.env.STAGEPASS_BASE_URL;
  browser = await startBrowser(BROWSER);
  windows = await BrowserWindows.of(browser);
  ticket = await ownersTicket();
});

after(async () => {
  await browser?.stop();
  await service?.stop();
  for (const site of sites) site.close();
  await rm(folder, { recursive: true });
});

afterEach(() => turnTo(null));

test("track plays on the sites of its rule, and on no other", async () => {
  const track = service.env.STAGEPASS_GATED_TRACK;
  await setRule(track, { geo: { in: ["SE"] } });
  const [radio, other] = [await embedder(track), await embedder(track)];
  await setRule(track, { site: { from: [radio] } });

  await openPlayer(radio);
  await becomes(CAN_PLAY);
  await windows.click(".play button");
  await becomes(PLAYS);
  await turnTo(null);

  await windows.open(other);
  await setTimeout(REFUSED_AFTER_MS);
  await turnTo(0);
  assert.equal(await windows.run("return !!document.querySelector('.player')"), false);
  await turnTo(null);

  // As a page of its own, it is on no site of the rule.
  await windows.open(`${base}/embed/${track}`);
  await becomes(`${REASONS}.join() === "site"`);
});

test("closed track says why", async () => {
  const track = service.env.STAGEPASS_GATED_TRACK;
  await setRule(track, { geo: { in: ["SE"] } });
  const radio = await embedder(track);
  const buyUrl = "https://shop.example/trains";
  await send("PUT", "/owner/products/album", { name: "Trains", buyUrl });
  for (const [rule, reasons, words] of [
    [{ geo: { in: ["NO"] } }, "country", "This track cannot be played in your country."],
    [{ schedule: { from: "2040-12-04", zone: "UTC" } }, "opens", "2040"],
    [{ signed_in: {} }, "sign-in", "To listen, sign in"],
    [{ paid: "album" }, "paid,sign-in,buy", "Buy it at shop.example"],
  ]) {
    await setRule(track, rule);
    await openPlayer(radio);
    await becomes(`${REASONS}.join() === "${reasons}"`);
    assert.ok((await windows.run("return document.querySelector('#reasons').innerText")).includes(words), words);
    assert.equal(await windows.run(`return ${CAN_PLAY}`), false);
    await turnTo(null);
  }
});

test("public track plays on every site, without a cookie", async () => {
  await openPlayer(await embedder(service.env.STAGEPASS_PUBLIC_TRACK));
  // Browsers play nothing in a frame that its user has not used.
  await windows.click("#track-title");
  await windows.run("document.querySelector('audio').play().catch(() => {})");
  await becomes(PLAYS);
  assert.equal(await windows.run("return document.cookie"), "");
});

test("page and player are accessible, and say their names", async () => {
  const track = service.env.STAGEPASS_GATED_TRACK;
  for (const path of ["tracks", "embed"]) {
    await setRule(track, { geo: { in: ["SE"] } });
    await windows.open(`${base}/${path}/${track}`);
    await becomes(CAN_PLAY);
    assert.deepEqual(await announced(".player"), ["article", "Backstage Only"]);
    assert.deepEqual(await announced(".play button"), ["button", "Play Backstage Only"]);
    assert.deepEqual(await announced("#reasons"), ["status", ""]);
    assert.deepEqual(await seriousProblems(), []);

    await setRule(track, { geo: { in: ["NO"] } });
    await windows.open(`${base}/${path}/${track}`);
    await becomes(`${REASONS}.join() === "country"`);
    assert.deepEqual(await seriousProblems(), []);
  }
});

/** Starts a site that embeds a track as oEmbed says, and returns its origin. */
async function embedder(track) {
  const { type, html } = await json(fetch(`${base}/oembed?url=${base}/tracks/${track}`));
  assert.equal(type, "rich");
  return startSite(html);
}

/** Starts a site with one page, and returns its origin. */
async function startSite(html) {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Radio</title><h1>Radio</h1>${html}</html>`);
  });
  sites.push(site);
  site.listen(0, "localhost");
  await once(site, "listening");
  return `http://localhost:${site.address().port}`;
}

/** Opens a site, and turns to its frame once the player is there. */
async function openPlayer(origin) {
  await windows.open(origin);
  await turnTo(0);
  await becomes("!!document.querySelector('.player')");
  // Without a sound card, Firefox reports unmuted audio as damaged.
  await windows.run(`
    const audio = document.querySelector("audio");
    audio.addEventListener("play", () => { audio.muted = true; });
  `);
}

const turnTo = (id) => browser.command("POST", "/frame", { id });

const becomes = (condition) => until(condition, () => windows.run(`return ${condition}`));

/** Returns the role and the name of an element, which screen readers announce. */
async function announced(css) {
  const element = await browser.command("POST", "/element", { using: "css selector", value: css });
  const path = `/element/${Object.values(element)[0]}`;
  return [await browser.command("GET", `${path}/computedrole`), await browser.command("GET", `${path}/computedlabel`)];
}

async function seriousProblems() {
  await windows.run(await readFile(AXE, "utf8"));
  const { violations } = await windows.run("return axe.run()");
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id }) => id);
}

const json = async (request) => {
  const response = await request;
  assert.ok(response.ok, `${response.url} responds with ${response.status}`);
  return response.json();
};

/** Sends a request of the tracks' owner to the access server. */
const send = (method, path, body) => {
  const headers = { authorization: `Ticket ${ticket}`, "content-type": "application/json" };
  return json(fetch(service.env.STAGEPASS_ACCESS_URL + path, { method, headers, body: JSON.stringify(body) }));
};

const setRule = (track, rule) => send("PUT", `/tracks/${track}/rule`, { rule });

/** Signs the owner in, in the browser, and returns a ticket for the access server. */
async function ownersTicket() {
  const { STAGEPASS_API_KEY: key, STAGEPASS_ACCESS_URL: audience, STAGEPASS_USER, STAGEPASS_PASSWORD } = service.env;
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const parameters = { response_type: "code", scope: "write", state: "embed", api_key: key, redirect_uri: callback };
  const request = new URLSearchParams({ ...parameters, code_challenge: challenge, code_challenge_method: "S256" });
  await windows.open(`${base}/oauth/authorize?${request}`);
  await windows.fill("[name=handle]", STAGEPASS_USER);
  await windows.fill("[name=password]", STAGEPASS_PASSWORD);
  await windows.click("#sign-in");
  await windows.click("[data-act=approve]");
  await until("the response", async () => (await windows.url()).startsWith(callback));
  const { searchParams, hash } = new URL(await windows.url());
  const code = searchParams.get("code") ?? new URLSearchParams(hash.slice(1)).get("code");
  const exchange = { grant_type: "authorization_code", code, code_verifier: verifier, client_id: key };
  const post = (path, body, headers = {}) =>
    json(
      fetch(base + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    );
  const { access_token } = await post("/oauth/token", { ...exchange, redirect_uri: callback });
  const issued = await post("/tickets", { audience, scope: "write" }, { authorization: `Bearer ${access_token}` });
  return issued.ticket;
}
