import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type * as OAuthPackage from "../../src/entry/oauth.js";
import {
  bearer,
  core,
  freshCopy,
  PAGE,
  PROVIDER,
  page,
  pretendBrowser,
  SIGNED_OUT,
  seen,
  signedIn,
  started,
  until,
} from "../support/pretend.js";

const CONFIG = {
  issuer: "https://id.example",
  clientId: "app",
  redirectUri: "https://app.example/callback",
  scope: "openid profile",
  origins: ["https://api.example"],
};
const CLAIMS = { sub: "u1", name: "Ada", iss: CONFIG.issuer, aud: "app", exp: 1, nonce: "n" };
const OF_LOGIN = { ...signedIn(undefined, "login-1"), scope: "openid profile", claims: JSON.stringify(CLAIMS) };

const defaults = { ...core };
const service = page.service;

beforeEach(() => {
  pretendBrowser();
  Object.assign(core, defaults);
  core.readStatus = () => OF_LOGIN as ReturnType<typeof core.readStatus>;
  page.service = service;
  for (const list of [seen.opened, seen.requests]) list.length = 0;
});

const opened = async (config = CONFIG) => {
  const { oauth } = (await import(`${freshCopy()}oauth.js`)) as typeof OAuthPackage;
  return oauth(config);
};

test("login passes the discovered provider and scope", async () => {
  const client = await opened();
  await started();
  let given: unknown[] = [];
  core.login = async (...values) => {
    given = values;
    return { kind: "signed-in", login: "login-1", appState: "", user: JSON.stringify(CLAIMS), client: "", baseUrl: "" };
  };
  const result = await client.login({ extraParams: { audience: "api" } });
  assert.deepEqual(result, { kind: "signed-in", user: { sub: "u1", name: "Ada" } });
  const [config, options] = given as [{ [name: string]: unknown }, { [name: string]: unknown }];
  assert.deepEqual(
    [config.issuer, config.clientId, config.provider, options.scope, options.parameters],
    [CONFIG.issuer, "app", PROVIDER, "openid profile", "&audience=api"],
  );
  assert.deepEqual(client.session.get().user, { sub: "u1", name: "Ada" });
  assert.equal(client.session.get().scope, "openid profile");
});

test("first click before discovery opens a blank popup", async () => {
  let found: ((provider: unknown) => void) | undefined;
  core.discover = () =>
    new Promise((resolve) => {
      found = resolve;
    });
  const client = await opened();
  await started();
  let popup: unknown;
  core.login = async (_config, _options, given) => {
    popup = given;
    return { kind: "redirecting" };
  };
  const login = client.login();
  assert.equal(seen.opened.length, 1, "in the click");
  await until(() => found);
  assert.equal(popup, undefined, "the core waits for the provider");
  found?.(PROVIDER);
  await login;
  assert.ok(popup);
});

test("new client reads its session without an event", async () => {
  // The page may have been shown long ago.
  let reads = 0;
  core.readStatus = () => {
    reads += 1;
    return OF_LOGIN as ReturnType<typeof core.readStatus>;
  };
  const client = await opened();
  await client.ready();
  await started();
  assert.equal(reads, 1);
});

test("failed discovery is tried again, and needs no login", async () => {
  core.discover = () => Promise.reject({ code: 9 });
  const client = await opened();
  assert.equal(await client.isAuthenticated(), true, "the stored session needs no provider");
  await assert.rejects(client.getAccessToken(), { code: "network" });
  core.discover = defaults.discover;
  assert.equal(await client.getAccessToken(), "token");
});

test("getUser compares sub of ID token and userinfo", async () => {
  const client = await opened();
  page.service = async () => Response.json({ sub: "u1", email: "ada@id.example", nonce: "x" });
  assert.deepEqual(await client.getUser(), { sub: "u1", name: "Ada", email: "ada@id.example" });
  assert.deepEqual(
    seen.requests.map(({ url, headers }) => [url, headers.get("authorization")]),
    [["https://id.example/me", "Bearer token"]],
  );
  for (const answer of [{ sub: "u2" }, { name: "Ada" }, [], null]) {
    page.service = async () => Response.json(answer);
    await assert.rejects(client.getUser(), { code: "bad_response" });
  }
  page.service = async () => new Response("", { status: 503 });
  await assert.rejects(client.getUser(), { code: "request_failed", status: 503 });
});

test("too large userinfo answer is rejected unread", async () => {
  const client = await opened();
  let pieces = 0;
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(++pieces && 64 << 10)),
    cancel: () => {
      isCancelled = true;
    },
  });
  page.service = async () => new Response(endless);
  await assert.rejects(client.getUser(), { code: "bad_response", status: 200 });
  assert.ok(isCancelled && pieces < 20, `${pieces}`);
});

test("getUser without userinfo endpoint returns the claims", async () => {
  core.discover = async () => ({ ...PROVIDER, userinfoEndpoint: "" });
  const client = await opened();
  assert.deepEqual(await client.getUser(), { sub: "u1", name: "Ada" });
  core.readStatus = () => signedIn(undefined, "login-2");
  await assert.rejects(client.getUser(), { code: "option_invalid" });
  core.readStatus = () => SIGNED_OUT;
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(client.getUser(), { code: "not_signed_in" });
  assert.equal(seen.requests.length, 0);
});

test("token goes to configured origins alone", async () => {
  const client = await opened();
  page.service = async () => Response.json({});
  await client.fetch("https://api.example/x");
  for (const url of ["https://id.example/token", "https://api.example.evil/x", "/x", "me", "https://app.example/x"]) {
    const { origin } = new URL(url, PAGE);
    const message = `${origin} is not one of the origins: add it to origins of oauth().`;
    await assert.rejects(client.fetch(url), { code: "option_invalid", message }, url);
  }
  for (const url of ["https://", "data:,", "mailto:ada@example.com"])
    await assert.rejects(client.fetch(url), { code: "option_invalid", message: /http or https URL/ }, url);
  assert.deepEqual(
    seen.requests.map(({ url }) => url),
    ["https://api.example/x"],
  );
  const own = await opened({ ...CONFIG, origins: [new URL(PAGE).origin] });
  await own.fetch("/x?y");
  assert.equal(seen.requests.at(-1)?.url, "https://app.example/x?y");
});

test("a 401 is retried with a refreshed token, then returned", async () => {
  const client = await opened();
  const tokens = ["old", "new"];
  core.accessToken = async () => bearer(tokens.shift() as string);
  page.service = async () => new Response("", { status: 401 });
  assert.equal((await client.fetch("https://api.example/x")).status, 401);
  assert.deepEqual(
    seen.requests.map(({ headers }) => headers.get("authorization")),
    ["Bearer old", "Bearer new"],
  );
  assert.equal(client.session.get().status, "signed-in", "only the token endpoint ends the session");
});

test("userinfo that refuses a token keeps its replacement", async () => {
  const client = await opened();
  const wanted: unknown[] = [];
  core.accessToken = async (_config, { refused, keepsReplacement }) => {
    wanted.push([refused, keepsReplacement]);
    return bearer("token");
  };
  page.service = async () => new Response("", { status: 401 });
  await assert.rejects(client.getUser(), { code: "request_failed", status: 401 });
  assert.deepEqual(wanted, [
    [undefined, true],
    ["token", true],
  ]);
});

test("logout reads the sign-out page before the session goes", async () => {
  const client = await opened();
  await started();
  const calls: unknown[] = [];
  core.endSession = async (_config, { returnTo }) => {
    calls.push(returnTo);
    return "https://id.example/end";
  };
  core.logout = async () => {
    calls.push("logout");
    return { kind: "nothing" };
  };
  Object.assign(location, { assign: (url: string) => calls.push(url) });
  assert.deepEqual(await client.logout({ service: true, returnTo: "/bye" }), { revoked: true, opened: true });
  assert.deepEqual(calls, ["https://app.example/bye", "logout", "https://id.example/end"]);
  calls.length = 0;
  assert.deepEqual(await client.logout(), { revoked: true });
  assert.deepEqual(calls, ["logout"]);
});

test("unreachable provider opens no sign-out page", async () => {
  const client = await opened();
  core.endSession = async () => "https://id.example/end";
  core.logout = async () => ({ kind: "tokens", tokens: [] });
  Object.assign(location, { assign: (url: string) => assert.fail(`left for ${url}`) });
  assert.deepEqual(await client.logout({ service: true }), { revoked: false, opened: false });
});

test("logout ends the session if the provider is down", async () => {
  core.discover = () => Promise.reject({ code: 9 });
  const client = await opened();
  let isOut = false;
  core.logout = async () => {
    isOut = true;
    return { kind: "nothing" };
  };
  assert.deepEqual(await client.logout(), { revoked: false });
  assert.ok(isOut);
});

test("diagnose checks the configuration in the core", async () => {
  const client = await opened({ ...CONFIG, redirectUri: "callback" });
  await started();
  Object.assign(document, { addEventListener() {}, removeEventListener() {} });
  Object.assign(globalThis, { isSecureContext: true });
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  core.readStatus = () => {
    throw { code: 1 };
  };
  const { findings } = await client.diagnose();
  const errors = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ code }) => code),
    ["config_invalid"],
  );
});

test("scope of another form is rejected", async () => {
  const client = await opened();
  for (const scope of ["", "a  b", " a", "é", '"', 7 as never])
    await assert.rejects(client.login({ scope }), { code: "option_invalid", message: /^scope must be/ });
});

test("response mode of another client is rejected", async () => {
  const client = await opened();
  const message = 'responseMode must be "fragment" or "query".';
  for (const responseMode of ["form_post", "web_message", "", 7] as never[])
    await assert.rejects(client.login({ responseMode }), { code: "option_invalid", message });
});

test("missing and mistyped fields are named", async () => {
  for (const [config, message] of [
    [{}, /issuer/],
    [{ issuer: "https://id.example" }, /clientId/],
    [{ ...CONFIG, scope: ["openid"] }, /^scope must be a string: names of scopes/],
    [{ ...CONFIG, metadata: "x" }, /metadata/],
    [{ ...CONFIG, origins: ["https://api.example/x"] }, /origins/],
    [{ ...CONFIG, storage: "cookie" }, /storage/],
  ] as [never, RegExp][]) {
    await assert.rejects(opened(config), { code: "config_invalid", message });
  }
});
