// A user with a browser, for tests that sign in at the real service. It follows redirects, keeps cookies, fills in
// forms, and returns the address that opens the app. Uses Node's modules only, because a test's environment may replace
// globals.

import assert from "node:assert/strict";
import http from "node:http";
import https from "node:https";
import { URL, URLSearchParams } from "node:url";
import { note, noteMembers } from "../interop/evidence.mjs";

/** More than any answer takes. */
const ANSWER_TIMEOUT_MS = 60_000;
/** More than any login has. */
const MAX_STEPS = 20;
/** The one redirect that the service has: after it browsers ask with GET. */
const SEE_OTHER = 303;

/**
 * Opens `authorizeUrl`, signs in as `handle` if asked to, and presses Allow or Don't allow. Returns the address that
 * opens the app, exactly as the service has written it. It begins with `redirectUri`.
 *
 * The cookies of `browser` are sent, so a user who is signed in there is not asked again. Fails if a redirect leads
 * elsewhere, and with a page's text if the page shows an error.
 */
export async function browse(authorizeUrl, redirectUri, { handle, password, decision = "approve", browser = new Browser() }) {
  assert.ok(["approve", "deny"].includes(decision), `neither yes nor no: ${decision}`);
  const filledIn = new Set();
  let at = await browser.open(String(authorizeUrl), redirectUri);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (at.callback) return noted(at.callback);
    const { page } = at;
    // Shown a second time, it says what was wrong the first time.
    if (filledIn.has(page.name)) page.fail();
    filledIn.add(page.name);
    if (page.name === "sign-in") at = await browser.submit(page, "sign-in", { handle, password });
    else if (page.name === "consent") at = await browser.submit(page, decision);
    else if (page.wayBack) return noted(leave(page, redirectUri));
    else page.fail();
  }
  return assert.fail(`the login does not end: ${authorizeUrl}`);
}

/** Cookies, and the answers that they get. One service at a time. */
export class Browser {
  #origin;
  #cookies = new Map();
  #redirectUri;

  /** Opens an address of the service. Returns its page, or the app's callback. */
  open(address, redirectUri) {
    const { origin } = new URL(address);
    if (origin !== this.#origin) this.#cookies.clear();
    this.#origin = origin;
    this.#redirectUri = redirectUri;
    return this.#follow(address, { headers: { "sec-fetch-site": "none" } });
  }

  /** Sends the form of `page` that has the button with this `data-act` or id, filled in. */
  submit(page, button, filled = {}) {
    const { action, fields } = page.form(button);
    noteMembers({ ...fields, ...filled });
    // As browsers send it from a page without a referrer.
    const headers = { "sec-fetch-site": "same-origin", origin: "null", "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ ...fields, ...filled }).toString();
    return this.#follow(action, { method: "POST", headers, body });
  }

  async #follow(address, request) {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (isCallback(address, this.#redirectUri)) return { callback: address };
      const url = new URL(address, this.#origin);
      assert.equal(url.origin, this.#origin, `the service leads elsewhere: ${url.origin}`);
      const answer = await send(url, { ...request, headers: { ...request.headers, ...this.#cookie(), accept: "text/html" } });
      this.#keep(answer.headers["set-cookie"] ?? []);
      if (answer.status !== SEE_OTHER) return { page: new Page(answer) };
      address = answer.headers.location;
      request = { headers: { "sec-fetch-site": "same-origin" } };
    }
    return assert.fail(`redirects without end: ${address}`);
  }

  #cookie() {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return cookie && { cookie };
  }

  #keep(planted) {
    for (const cookie of planted) {
      const [, name, value] = cookie.match(/^([^=;]+)=([^;]*)/) ?? assert.fail("a cookie without a name");
      note("cookie", value);
      if (/; Max-Age=0(?:;|$)/.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** Enough of an HTML reader for pages that are made from the service's own templates. */
class Page {
  constructor({ status, html }) {
    this.status = status;
    this.html = html;
    this.name = attribute(html, "data-page");
  }

  /** Where the link back to the app leads. */
  get wayBack() {
    const [link] = this.html.match(/<a data-way-back [^>]*>/) ?? [];
    return link && attribute(link, "href");
  }

  form(button) {
    const forms = [...this.html.matchAll(/<form [\s\S]*?<\/form>/g)].map(([form]) => form);
    const isMarked = (text) => text.includes(`data-act="${button}"`) || text.includes(`id="${button}"`);
    const chosen = forms.find(isMarked);
    assert.ok(chosen, `no form with the button ${button} in ${this.html}`);
    const fields = {};
    for (const [tag] of chosen.matchAll(/<(?:input|button) [^>]*>/g)) {
      const name = attribute(tag, "name");
      // Of the buttons, only the one that was pressed is sent.
      const counts = tag.startsWith("<input") || isMarked(tag);
      if (name && counts) fields[name] = attribute(tag, "value") ?? "";
    }
    return { action: attribute(chosen, "action"), fields };
  }

  fail() {
    const [, , alert] = this.html.match(/<(\w+)[^>]*\brole="alert">([\s\S]*?)<\/\1>/) ?? [];
    const [rule] = this.html.match(/<p id="rule">[^<]*/) ?? [];
    const words = [alert ?? this.html, rule ?? ""].join(" ").replace(/<[^>]*>/g, " ");
    assert.fail(`the page ${this.name} (${this.status}) says: ${unescaped(words).replace(/\s+/g, " ").trim()}`);
  }
}

/**
 * Follows the page with the authorization response. It redirects by itself if the user has allowed the app before, and
 * otherwise has a link.
 */
function leave(page, redirectUri) {
  const address = page.wayBack;
  const [refresh] = page.html.match(/<meta http-equiv="refresh" [^>]*>/) ?? [];
  assert.equal(refresh && attribute(refresh, "content"), page.name === "answer" ? `0;url=${address}` : undefined);
  assert.ok(isCallback(address, redirectUri), "the link leads elsewhere");
  return address;
}

/** Whether `address` is the redirect URI with an answer: in a fragment, or in a query, its own if it has one. */
function isCallback(address, redirectUri) {
  const rest = address.startsWith(redirectUri) ? address.slice(redirectUri.length) : "";
  return rest.startsWith("#") || rest.startsWith(redirectUri.includes("?") ? "&" : "?") || (/[?&]$/.test(redirectUri) && rest !== "");
}

function noted(callback) {
  noteMembers(Object.fromEntries(new URLSearchParams(callback.split(/[?#]/).slice(1).join("&"))));
  return callback;
}

/** One request, and its answer as it is: a redirect is the caller's. Not `fetch`, which tests of phones replace. */
function send(url, { method = "GET", headers, body }) {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false, timeout: ANSWER_TIMEOUT_MS }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, html: Buffer.concat(pieces).toString() }));
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer from ${url.origin} in time`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function attribute(html, name) {
  const [, value] = html.match(new RegExp(`\\b${name}="([^"]*)"`)) ?? [];
  return value === undefined ? undefined : unescaped(value);
}

function unescaped(text) {
  const signs = { "&#60;": "<", "&#62;": ">", "&#34;": '"', "&#39;": "'", "&#38;": "&" };
  return text.replace(/&#(?:60|62|34|39|38);/g, (escaped) => signs[escaped]);
}
