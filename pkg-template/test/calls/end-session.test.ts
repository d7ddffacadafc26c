import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { core, freshFacade, settled } from "../support/pretend.js";
import { open, reset, say, service } from "../support/servers.js";

const config = await open();
const { stagepass } = await freshFacade();
const BASE = config.baseUrl;
const { origin } = new URL(BASE);
const METADATA = "GET /.well-known/oauth-authorization-server/v1";
const PAGE = `${BASE}/oauth/end-session`;
const usual = { ...core };
let left: string[] = [];
let { oauth } = stagepass(config);

const offers = (metadata: object, status = 200) => {
  service.instead = (_, response) => say(response, status, metadata);
};

beforeEach(() => {
  reset();
  Object.assign(core, usual);
  left = [];
  Object.assign(location, { href: "https://app.example/albums?page=2#top", assign: (url: string) => left.push(url) });
  ({ oauth } = stagepass(config));
});

test("logout at the service leaves for its page, which leads back to this page or to another", async () => {
  offers({ issuer: BASE, end_session_endpoint: PAGE });
  for (const [returnTo, back] of [
    [undefined, "https://app.example/albums?page=2"],
    ["/goodbye#end", "https://app.example/goodbye"],
  ]) {
    assert.deepEqual(await oauth.logout({ service: true, returnTo }), { revoked: true, opened: true });
    const url = new URL(left.pop() as string);
    assert.equal(url.origin + url.pathname, PAGE);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      client_id: config.apiKey,
      post_logout_redirect_uri: back,
    });
  }
  assert.deepEqual(service.requests, [METADATA, METADATA]);
});

test("logout opens no page that the service does not offer, and never rejects", async () => {
  for (const [metadata, status] of [
    [{ issuer: BASE }, 200],
    [{ issuer: BASE, end_session_endpoint: "https://evil.example/" }, 200],
    [{ issuer: BASE, end_session_endpoint: "javascript:alert(1)" }, 200],
    [{ issuer: "https://evil.example", end_session_endpoint: PAGE }, 200],
    [{ issuer: `${origin}/v2`, end_session_endpoint: PAGE }, 200],
    [{}, 404],
  ] as const) {
    offers(metadata, status);
    assert.deepEqual(await oauth.logout({ service: true }), { revoked: true, opened: false }, JSON.stringify(metadata));
  }
  assert.deepEqual(left, []);
});

test("logout stays on the page if the session is not revoked yet, or without the option", async () => {
  offers({ issuer: BASE, end_session_endpoint: PAGE });
  assert.deepEqual(await oauth.logout(), { revoked: true });
  core.logout = async () => ({ kind: "tokens", tokens: [{ token: "refresh-1", isForm: false, key: "" }] });
  assert.deepEqual(await oauth.logout({ service: true }), { revoked: false, opened: false });
  assert.deepEqual([left, service.requests], [[], []]);
  // A refusal is final.
  core.logout = async () => ({ kind: "refused" });
  assert.deepEqual(await oauth.logout({ service: true }), { revoked: false, opened: true });
});

test("aborted logout opens no page", async () => {
  const abort = new AbortController();
  service.instead = (_, response) => {
    abort.abort();
    say(response, 200, { issuer: BASE, end_session_endpoint: PAGE });
  };
  await assert.rejects(oauth.logout({ service: true, signal: abort.signal }), { code: "aborted" });
  await settled();
  assert.deepEqual(left, []);
});
