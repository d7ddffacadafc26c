// A listener with a browser that keeps cookies, and that goes where the service's own pages lead.

import assert from "node:assert/strict";
import { note, noteMembers } from "./evidence.mjs";
import { LISTENER } from "./service.mjs";

/** More than any of them takes. */
const ANSWER_TIMEOUT_MS = 20_000;

/** Opens `address`, signs in, presses `button` ("approve" or "deny"), and says where that leads: the app's callback, with the answer. */
export async function decide(address, button) {
  const browser = new Browser(new URL(address).origin);
  const { handle, password } = LISTENER;
  const signIn = await browser.follow(address);
  assert.equal(signIn.name, "sign-in");
  const consent = await browser.submit(signIn, "sign-in", { handle, password });
  assert.equal(consent.name, "consent");
  const { left } = await browser.submit(consent, button);
  noteMembers(Object.fromEntries(left.searchParams));
  return left;
}

class Browser {
  #origin;
  #cookies = new Map();

  constructor(origin) {
    this.#origin = origin;
  }

  /** The page at `address` and where it leads; or, as `left`, the first address that is not the service's own. */
  async follow(address, init = {}) {
    const url = new URL(address, this.#origin);
    if (url.origin !== this.#origin) return { left: url };
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      ...init,
      headers: { ...(cookie && { cookie }), origin: this.#origin },
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    for (const planted of response.headers.getSetCookie()) {
      const [name, value] = planted.split(";")[0].split("=");
      this.#cookies.set(name, value);
      note("cookie", value);
    }
    const html = await response.text();
    if (response.status === 303) return this.follow(response.headers.get("location"));
    assert.equal(response.status, 200, html);
    return { name: attribute(html, "data-page"), html };
  }

  /** Sends the form of `page` that has the button with this id, filled in. */
  submit(page, button, filled = {}) {
    const { action, fields } = form(page.html, button);
    noteMembers(fields);
    return this.follow(action, { method: "POST", body: new URLSearchParams({ ...fields, ...filled }) });
  }
}

/** Enough of an HTML reader for pages that are made from our own templates. */
function form(html, button) {
  const forms = [...html.matchAll(/<form [\s\S]*?<\/form>/g)].map(([form]) => form);
  const chosen = forms.find((form) => form.includes(`id="${button}"`));
  assert.ok(chosen, `no form with #${button} in ${html}`);
  const fields = {};
  for (const [tag] of chosen.matchAll(/<(?:input|button) [^>]*>/g)) {
    const name = attribute(tag, "name");
    // Of the buttons, only the one that was pressed is sent.
    const counts = tag.startsWith("<input") || tag.includes(`id="${button}"`);
    if (name && counts) fields[name] = attribute(tag, "value") ?? "";
  }
  return { action: attribute(chosen, "action"), fields };
}

function attribute(html, name) {
  const [, value] = html.match(new RegExp(`\\b${name}="([^"]*)"`)) ?? [];
  return value?.replaceAll("&#60;", "<").replaceAll("&#62;", ">").replaceAll("&#34;", '"').replaceAll("&#39;", "'").replaceAll("&#38;", "&");
}
