// Providers that lie, fail or attack. The client must reject each, and store no session.

import assert from "node:assert/strict";
import { pipeline } from "node:stream/promises";
import { after, before, test } from "node:test";
import { until } from "../consumers/packaging/tutorial-reader.mjs";
import { startApp } from "./app.mjs";
import { startHostile } from "./hostile.mjs";
import { startVisitor } from "./visitor.mjs";

const TIMEOUT = { timeout: 60_000 };
const DISCOVERY = "/.well-known/openid-configuration";
const HOUR = 3600;

let app;
let hostile;
let other;
let visitor;
let page;
let slashedPage;

before(async () => {
  app = await startApp();
  [hostile, other] = [await startHostile(), await startHostile()];
  const client = (name, { issuer, clientId }, redirectUri = app.callback) => {
    return { name, config: { issuer, clientId, redirectUri }, login: {} };
  };
  page = app.pageOf(client("hostile", hostile), client("other", other, app.otherCallback));
  slashedPage = app.pageOf(client("hostile", { ...hostile, issuer: `${hostile.issuer}/` }));
  visitor = await startVisitor();
});

after(async () => {
  await visitor?.stop();
  for (const server of [hostile, other, app]) await server?.stop();
});

test("correct provider signs the user in", TIMEOUT, async () => {
  const { value } = await logIn();
  assert.deepEqual([value?.kind, value?.user?.sub], ["signed-in", "ada"]);
  assert.equal((await sessions()).length, 1);
  assert.deepEqual((await visitor.run("return client.getUser()")).value, { sub: "ada", name: "Ada Listener" });
});

const otherIssuer = (actual) => `issuer: configured "${hostile.issuer}", the provider says "${actual}"`;

/** The slash at the end of an issuer is part of it. */
const withSlash = (correct) => {
  const name = correct.iss ? "iss" : "issuer";
  return { ...correct, [name]: `${correct[name]}/` };
};
const SLASHED = { metadata: withSlash, claims: withSlash, redirect: withSlash };

test("issuer with slash signs the user in", TIMEOUT, async () => {
  const { value } = await logIn(SLASHED, {}, slashedPage);
  assert.equal(value?.kind, "signed-in");
  assert.equal((await sessions()).length, 1);
});

test("issuer without its slash is rejected", TIMEOUT, async () => {
  const description = otherIssuer(`${hostile.issuer}/`);
  assert.deepEqual(await logIn(SLASHED), { code: "provider_invalid", description });
});

/** Claims and headers that are wrong, and the member that the error names. */
const ID_TOKENS = [
  ["of another issuer", "iss", { claims: (claims) => ({ ...claims, iss: "https://evil.example" }) }],
  ["with a slash after the issuer", "iss", { claims: (claims) => ({ ...claims, iss: `${claims.iss}/` }) }],
  ["for another client", "aud", { claims: (claims) => ({ ...claims, aud: "another" }) }],
  ["for several clients without azp", "azp", { claims: (claims) => ({ ...claims, aud: ["app", "another"] }) }],
  ["for this client, used by another", "azp", { claims: (claims) => ({ ...claims, azp: "another" }) }],
  ["of another login", "nonce", { claims: (claims) => ({ ...claims, nonce: "of-another-login" }) }],
  ["without nonce", "nonce", { claims: ({ nonce, ...claims }) => claims }],
  ["that has expired", "exp", { claims: (claims) => ({ ...claims, exp: claims.iat - HOUR }) }],
  ["without expiry", "exp", { claims: ({ exp, ...claims }) => claims }],
  ["of the future", "iat", { claims: (claims) => ({ ...claims, iat: claims.iat + HOUR }) }],
  ["without a user", "sub", { claims: ({ sub, ...claims }) => claims }],
  ["with another token's hash", "at_hash", { claims: (claims) => ({ ...claims, at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }) }],
  ["without a signature (alg none)", "alg", { header: (header) => ({ ...header, alg: "none" }) }],
  ["signed with a secret (HS256)", "alg", { header: (header) => ({ ...header, alg: "HS256" }) }],
  ["with an unknown extension (crit)", "alg", { header: (header) => ({ ...header, crit: ["b64"] }) }],
  ["that is missing", "none", { tokens: ({ id_token, ...tokens }) => tokens }],
  ["that is no token", "form", { tokens: (tokens) => ({ ...tokens, id_token: "token" }) }],
];

for (const [name, member, change] of ID_TOKENS) {
  test(`ID token ${name} is rejected`, TIMEOUT, async () => {
    assert.deepEqual(await logIn(change), { code: "id_token_invalid", description: `ID token: ${member}` });
    assert.deepEqual(await sessions(), []);
  });
}

test("signature of the provider's key is verified", TIMEOUT, async () => {
  await logIn();
  assert.deepEqual(await visitor.run("return client.verifySignature()"), { value: null });
});

test("signature of an unpublished key is rejected", TIMEOUT, async () => {
  await logIn({ hasForeignKey: true });
  assert.equal((await visitor.run("return client.verifySignature()")).code, "id_token_invalid");
});

test("refreshed ID token of another user ends session", TIMEOUT, async () => {
  await logIn();
  hostile.reset({ claims: (claims) => ({ ...claims, sub: "mallory" }) });
  const { code } = await visitor.run("return client.getAccessToken({ forceRefresh: true })");
  assert.equal(code, "id_token_invalid");
  assert.deepEqual(await sessions(), []);
});

test("userinfo of another user is rejected", TIMEOUT, async () => {
  await logIn({ userinfo: (user) => ({ ...user, sub: "mallory" }) });
  assert.equal((await visitor.run("return client.getUser()")).code, "bad_response");
  assert.equal((await visitor.run("return client.session.get().user.sub")).value, "ada");
});

test("userinfo without a user is rejected", TIMEOUT, async () => {
  await logIn({ userinfo: () => ({ name: "Ada" }) });
  assert.equal((await visitor.run("return client.getUser()")).code, "bad_response");
});

/** The login began at `hostile`, which sends the browser to `other`. The code would then go to `hostile`. */
test("code of another provider is not sent", TIMEOUT, async () => {
  const toOther = (_correct, request) => ({ ...request, to: `${other.issuer}/authorize`, iss: undefined });
  const { code } = await logIn({ redirect: toOther });
  assert.equal(code, "issuer_mismatch");
  assert.ok(other.requests.includes("/authorize"), "the other provider should have responded");
  assert.ok(!hostile.requests.includes("/token"), "the code must not be sent");
  assert.deepEqual(await sessions(), []);
});

/** As before, and `other` sends no `iss`. The metadata of `hostile` promises one. */
test("code without the promised issuer is not sent", TIMEOUT, async () => {
  const toOther = (_correct, request) => ({ ...request, to: `${other.issuer}/authorize`, iss: undefined });
  const { code } = await logIn({ redirect: toOther }, { redirect: (correct) => ({ ...correct, iss: undefined }) });
  assert.equal(code, "issuer_mismatch");
  assert.ok(!hostile.requests.includes("/token"), "the code must not be sent");
  assert.deepEqual(await sessions(), []);
});

/** No provider sends `iss`. But `other` responds only to the redirect URI that is registered there. */
test("code at another redirect URI is not sent", TIMEOUT, async () => {
  const toOther = (_correct, request) => {
    return { ...request, redirect_uri: app.otherCallback, to: `${other.issuer}/authorize`, iss: undefined };
  };
  const metadata = (correct) => ({ ...correct, authorization_response_iss_parameter_supported: undefined });
  const redirect = (correct) => ({ ...correct, iss: undefined });
  const { code } = await logIn({ metadata, redirect: toOther }, { metadata, redirect });
  assert.equal(code, "issuer_mismatch");
  assert.ok(other.requests.includes("/authorize"), "the other provider should have responded");
  assert.ok(!hostile.requests.includes("/token"), "the code must not be sent");
  assert.deepEqual(await sessions(), []);
});

test("promised issuer that is missing is rejected", TIMEOUT, async () => {
  const { code } = await logIn({ redirect: (correct) => ({ ...correct, iss: undefined }) });
  assert.equal(code, "issuer_mismatch");
  assert.ok(!hostile.requests.includes("/token"), "the code must not be sent");
  assert.deepEqual(await sessions(), []);
});

test("denial of another provider is rejected", TIMEOUT, async () => {
  const denied = ({ to, state }) => ({ to, state, error: "access_denied", iss: other.issuer });
  assert.equal((await logIn({ redirect: denied })).code, "issuer_mismatch");
});

/** A link of an attacker, who has a code of another user (RFC 6749 section 10.12). */
test("response of no login is rejected", TIMEOUT, async () => {
  await begin();
  const forged = new URLSearchParams({ code: "code-of-mallory", state: "sp1.f.forged", iss: hostile.issuer });
  await visitor.open(`${app.callback}?${forged}`);
  await until("the page to show the error", () => visitor.sees("//small[contains(., '(transaction_lost)')]"));
  assert.deepEqual(hostile.requests.filter((path) => path === "/token"), []);
  assert.deepEqual(await sessions(), []);
});

/** Metadata that cannot be used, and what the error names. */
const METADATA = [
  ["of another issuer", () => otherIssuer("https://evil.example"), { issuer: "https://evil.example" }],
  ["without an issuer", () => otherIssuer(""), { issuer: undefined }],
  ["with an insecure page", "authorization_endpoint", { authorization_endpoint: "http://evil.example/authorize" }],
  ["with an insecure token endpoint", "token_endpoint", { token_endpoint: "http://evil.example/token" }],
  ["with insecure userinfo", "userinfo_endpoint", { userinfo_endpoint: "http://evil.example/userinfo" }],
  ["with a script as endpoint", "authorization_endpoint", { authorization_endpoint: "javascript:alert(1)" }],
  ["without a token endpoint", "token_endpoint", { token_endpoint: undefined }],
  ["without PKCE's S256", "code_challenge_methods_supported", { code_challenge_methods_supported: ["plain"] }],
];

for (const [name, description, wrong] of METADATA) {
  test(`metadata ${name} is rejected`, TIMEOUT, async () => {
    const outcome = await logIn({ metadata: (metadata) => ({ ...metadata, ...wrong }) });
    const expected = typeof description === "string" ? description : description();
    assert.deepEqual(outcome, { code: "provider_invalid", description: expected });
    assert.ok(!hostile.requests.includes("/authorize"), "no request must be sent there");
    assert.deepEqual(await sessions(), []);
  });
}

const html = (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
const redirect = (response) => response.writeHead(302, { location: `${other.issuer}/redirected` }).end();
const never = () => {};
const failing = (response) => response.writeHead(503).end("{}");
const endless = (response) => {
  const pieces = function* () {
    for (;;) yield Buffer.alloc(64 << 10);
  };
  // Ends when the client closes the connection.
  pipeline(pieces, response).catch(() => {});
};

/** Answers that are none, and the code of each at the discovery, the token endpoint and the userinfo endpoint. */
const ANSWERS = [
  ["HTML", html, "provider_invalid", "bad_response", "bad_response"],
  ["a redirect", redirect, "network", "network", "network"],
  ["status 503", failing, "request_failed", "request_failed", "request_failed"],
  ["an endless response", endless, "bad_response", "bad_response", "bad_response"],
];

for (const [name, answer, discovery, token, userinfo] of ANSWERS) {
  for (const [path, code] of [[DISCOVERY, discovery], ["/token", token]]) {
    test(`${name} from ${path} is rejected`, TIMEOUT, async () => {
      assert.equal((await logIn({ answers: { [path]: answer } })).code, code);
      assert.ok(!other.requests.includes("/redirected"), "a redirect must not be followed");
      assert.deepEqual(await sessions(), []);
    });
  }
  test(`${name} from /userinfo is rejected`, TIMEOUT, async () => {
    await logIn({ answers: { "/userinfo": answer } });
    assert.equal((await visitor.run("return client.getUser()")).code, userinfo);
    assert.ok(!other.requests.includes("/redirected"), "a redirect must not be followed");
  });
}

for (const path of [DISCOVERY, "/token"]) {
  test(`silence from ${path} ends in timeout`, TIMEOUT, async () => {
    assert.equal((await logIn({ answers: { [path]: never } })).code, "timeout");
    assert.deepEqual(await sessions(), []);
  });

  test(`silence from ${path} can be aborted`, TIMEOUT, async () => {
    await begin({ answers: { [path]: never } });
    await press();
    await until("the request", () => hostile.requests.includes(path));
    await visitor.run("aborting.abort()");
    assert.equal((await outcome()).code, "aborted");
    assert.equal(await visitor.windows(), 1);
    assert.deepEqual(await sessions(), []);
  });
}

/** Opens the app's page. Both providers are correct, but for these changes. */
async function begin(change, otherChange, url = page) {
  hostile.reset(change);
  other.reset(otherChange);
  await visitor.forget(app.origin, hostile.issuer, other.issuer);
  await visitor.open(url);
}

const press = () => visitor.press("//button[.='hostile popup']");

/** Logs in at `hostile` with this change, and returns the outcome. */
async function logIn(change, otherChange, url) {
  await begin(change, otherChange, url);
  await press();
  return outcome();
}

async function outcome() {
  const read = async () => (await visitor.run("return window.outcome")).value;
  await until("the login to end", read);
  return read();
}

/** Returns the access tokens of all stored sessions. */
async function sessions() {
  const { value: stored } = await visitor.run("return Object.entries(localStorage)");
  const records = stored.filter(([key]) => key.startsWith("stagepass/session/")).map(([, text]) => JSON.parse(text));
  return records.map(({ accessToken }) => accessToken).filter(Boolean);
}
