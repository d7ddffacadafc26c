// Bound sessions (DPoP, RFC 9449) on a phone, with the core itself.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { NativeSettings, NativeStagepass } from "../../src/entry/react-native.js";
import { Keychain, p256 } from "../support/keychain.js";
import { BASE, freshApp, from, Phone, peers, USER } from "../support/phone.js";
import { check, refusal, verifier } from "../support/proofs.js";

peers({});

/** A service that binds tokens to the key of the code exchange. */
class BoundPhone extends Phone {
  readonly keychain = new Keychain();
  /** The thumbprint of the key. */
  bound: string | undefined;
  offers: string[] | undefined = ["ES256"];
  /** The paths of requests with tokens and without proofs. */
  readonly unproven: string[] = [];
  readonly proven: string[] = [];
  count = 0;

  constructor() {
    super();
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      return from(request.url, await this.#answer(request));
    };
  }

  async #answer(request: Request): Promise<Response> {
    const path = request.url.replace(BASE, "");
    this.requests.push(path);
    if (/well-known/.test(path)) return Response.json({ dpop_signing_alg_values_supported: this.offers });
    if (!request.headers.get("dpop")) {
      this.unproven.push(path);
      return path === "/oauth/token" ? tokens("Bearer", ++this.count) : Response.json(USER);
    }
    const [, token] = request.headers.get("authorization")?.split("DPoP ") ?? [];
    const checked = check(request, token);
    if ("error" in checked) return refusal(token ? 401 : 400, checked.error);
    this.bound ??= checked.thumbprint;
    if (this.bound !== checked.thumbprint) return refusal(400, "invalid_grant");
    this.proven.push(path);
    return path === "/oauth/token" ? tokens("DPoP", ++this.count) : Response.json(USER);
  }

  get keys() {
    return freshApp().keychainKeys(p256, this.keychain);
  }

  begin(more: Partial<NativeSettings> = {}): NativeStagepass {
    return this.start(null, { dpop: true, keys: this.keys, ...more });
  }

  async signIn(client: NativeStagepass) {
    const shown = this.browser.next();
    const login = client.oauth.login({ scope: "read" });
    login.catch(() => {});
    const page = await Promise.race([shown, login]);
    if ("end" in page) page.end({ type: "success", url: page.answer });
    return login;
  }
}

const tokens = (type: string, count: number): Response =>
  Response.json({
    access_token: `token-${count}`,
    refresh_token: `refresh-${count}`,
    token_type: type,
    expires_in: 3600,
    user: USER,
  });

beforeEach(() => {
  Object.assign(verifier, { nonce: undefined, skew: 0 });
});

test("a login creates a key, with which the app later refreshes, asks and signs out", async () => {
  const phone = new BoundPhone();
  const first = phone.begin();
  assert.equal((await phone.signIn(first)).kind, "signed-in");
  const [[name, secret]] = [...phone.keychain.kept] as [[string, string]];
  assert.match(name, /^stagepass\.key\.[\w.-]+$/);
  assert.ok(
    ![...phone.storage.kept.values()].some((value) => value.includes(secret)),
    "the key is in the keychain alone",
  );
  first.dispose();
  const sp = phone.begin();
  assert.equal(await sp.oauth.getAccessToken({ forceRefresh: true }), "token-2");
  assert.equal((await sp.fetch("me?page=2")).status, 200);
  assert.deepEqual(await sp.oauth.logout(), { revoked: true });
  assert.equal(phone.keychain.kept.size, 0);
  // A stored profile is confirmed by `/me`.
  const proven = phone.proven.filter((path) => path !== "/me");
  assert.deepEqual([proven, phone.unproven], [["/oauth/token", "/oauth/token", "/me?page=2", "/oauth/revoke"], []]);
  sp.dispose();
});

test("each session has a key of its own", async () => {
  const phone = new BoundPhone();
  const sp = phone.begin();
  await phone.signIn(sp);
  const one = phone.bound;
  phone.bound = undefined;
  await phone.signIn(sp);
  assert.notEqual(phone.bound, one);
  sp.dispose();
});

test("without its key a stored session ends, and sends nothing", async () => {
  const phone = new BoundPhone();
  await phone.signIn(phone.begin());
  phone.requests.length = 0;
  phone.keychain.kept.clear();
  const sp = phone.begin();
  await assert.rejects(sp.oauth.getAccessToken({ forceRefresh: true }), { code: "session_expired" });
  await assert.rejects(sp.fetch("me"), { code: "session_expired" });
  assert.deepEqual(phone.requests, []);
  sp.dispose();
});

test("while its key cannot be read, a session sends nothing, and stays", async () => {
  const phone = new BoundPhone();
  await phone.signIn(phone.begin());
  phone.requests.length = 0;
  phone.keychain.failure = new Error("the phone is locked");
  const sp = phone.begin();
  await assert.rejects(sp.oauth.getAccessToken({ forceRefresh: true }), { code: "storage_unavailable" });
  await assert.rejects(sp.fetch("me"));
  assert.deepEqual(phone.requests, []);
  phone.keychain.failure = undefined;
  assert.equal((await sp.fetch("me")).status, 200);
  const without = phone.begin({ keys: undefined, dpop: false });
  await assert.rejects(without.fetch("me"), { code: "unsupported", message: /pass `keys`/ });
  assert.deepEqual([await without.oauth.isAuthenticated(), phone.unproven], [true, []]);
  sp.dispose();
  without.dispose();
});

test("without a key, true refuses the login and auto does not bind", async () => {
  const phone = new BoundPhone();
  phone.keychain.failure = new Error("full");
  const sp = phone.begin();
  await assert.rejects(phone.signIn(sp), { code: "storage_unavailable" });
  assert.equal(phone.count, 0);
  const auto = phone.begin({ dpop: "auto" });
  assert.equal((await phone.signIn(auto)).kind, "signed-in");
  assert.deepEqual([phone.proven, phone.unproven], [[], ["/oauth/token"]]);
  sp.dispose();
  auto.dispose();
});

test("auto binds if the service offers it, and true demands it", async () => {
  const phone = new BoundPhone();
  for (const [offers, bound] of [
    [["ES256"], 1],
    [["RS256"], 0],
    [undefined, 0],
  ] as const) {
    Object.assign(phone, { offers, bound: undefined, proven: [], unproven: [] });
    const sp = phone.begin({ dpop: "auto" });
    assert.equal((await phone.signIn(sp)).kind, "signed-in");
    assert.deepEqual([phone.proven.length, phone.unproven.length], [bound, 1 - bound]);
    await sp.oauth.logout();
    sp.dispose();
  }
  const plain = new Phone();
  const keychain = new Keychain();
  const sp = plain.start(null, { dpop: true, keys: freshApp().keychainKeys(p256, keychain) });
  const shown = plain.browser.next();
  const login = sp.oauth.login({ scope: "read" });
  login.catch(() => {});
  const page = await shown;
  page.end({ type: "success", url: page.answer });
  await assert.rejects(login, { code: "bad_response" });
  assert.equal(keychain.kept.size, 0);
  sp.dispose();
});

test("a demanded nonce, or the service's time, is taken over once", async () => {
  for (const demand of [
    { nonce: "nonce-1", skew: 0 },
    { nonce: undefined, skew: -3600 },
  ]) {
    Object.assign(verifier, demand);
    const phone = new BoundPhone();
    const sp = phone.begin();
    assert.equal((await phone.signIn(sp)).kind, "signed-in");
    assert.equal((await sp.fetch("tracks")).status, 200);
    assert.deepEqual(phone.requests, ["/oauth/token", "/oauth/token", "/tracks"]);
    sp.dispose();
  }
});
