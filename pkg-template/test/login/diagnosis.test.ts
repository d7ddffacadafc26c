import assert from "node:assert/strict";
import { test } from "node:test";
import type { Facts, Reply } from "../../src/diagnose/facts.js";
import { diagnosisOf } from "../../src/diagnose/findings.js";
import { blocksRequests, isLeaking, policyOf } from "../../src/diagnose/source.js";
import { inTime, LATE, PATIENCE } from "../../src/diagnose/wait.js";
import { freshCopy } from "../support/pretend.js";

const answer = (status: number, more = {}): Reply => ({ kind: "answered", status, isHtml: false, ...more });
const METADATA = { issuer: "https://music.example/v1", client_check_endpoint: "https://music.example/v1/oauth/check" };
const SERVICE = {
  metadata: answer(200, { body: METADATA }),
  revoke: answer(200, { ahead: 0 }),
  check: answer(200, { body: { ok: true } }),
};

/** Where all is well. */
const WELL: Facts = {
  baseUrl: "https://music.example/v1",
  redirectUri: "https://app.example/callback",
  unknownFields: [],
  page: {
    origin: "https://app.example",
    isSecure: true,
    hasLocks: true,
    canOpen: true,
    isFramed: false,
    isSandboxed: false,
    isIsolated: false,
    storage: "kept",
    isStoreBroken: false,
  },
  core: { webAssembly: "runs" },
  service: SERVICE,
  accessServer: answer(200, { body: {} }),
  callback: { answer: "handed-over", status: 200, isLeaking: false },
};

const page = (more: Partial<Facts["page"]>): Facts => ({ ...WELL, page: { ...WELL.page, ...more } });
const core = (more: Partial<Facts["core"]>): Facts => ({ ...WELL, core: { ...WELL.core, ...more } });
const callback = (more: Partial<Facts["callback"]>): Facts => ({ ...WELL, callback: { ...WELL.callback, ...more } });
const metadata = (reply: Reply): Facts => ({ ...WELL, service: { ...SERVICE, metadata: reply } });
const revoke = (reply: Reply): Facts => ({ ...WELL, service: { ...SERVICE, revoke: reply } });
const check = (reply: Reply): Facts => ({ ...WELL, service: { ...SERVICE, check: reply } });
/** A service without `/oauth/check`. */
const unchecked = (reply: Reply): Facts => ({ ...WELL, service: { metadata: answer(404), revoke: reply } });
const problem = (parameter: string): Facts =>
  check(
    answer(200, { body: { ok: false, problem: { parameter, rule: "r", message: "it is wrong", remedy: "Do it." } } }),
  );
const access = (reply: Reply): Facts => ({ ...WELL, accessServer: reply });
const MINUTE = 60_000;

const TABLE: [what: string, Facts, finds: string, says: RegExp][] = [
  [
    "a redirect URI of another origin",
    callback({ answer: undefined, elsewhere: "https://b.example" }),
    "error redirect_uri_elsewhere",
    /b\.example.*app\.example/,
  ],
  [
    "what the core has against the configuration",
    core({ failure: { code: "config_invalid", words: "apiKey is no API key: use 0x and 40 hex digits." } }),
    "error config_invalid",
    /^apiKey is no API key.*correct it/,
  ],
  [
    "a field that has no effect",
    { ...WELL, unknownFields: ["clientId", "redirectURI"] },
    "warning config_field_unknown",
    /clientId, redirectURI\. Check/,
  ],
  [
    "a key that is invalid, of which the service knows nothing",
    {
      ...problem("client"),
      core: { webAssembly: "runs", failure: { code: "config_invalid", words: "apiKey must be 0x and 40 hex digits." } },
    },
    "error config_invalid",
    /^apiKey/,
  ],
  [
    "a core that does not come",
    core({ failure: { code: "load_failed", words: "https://app.example/core.wasm: 404" } }),
    "error core_not_loaded",
    /core\.wasm: 404.*wasmUrl/,
  ],
  ["WebAssembly that is refused", core({ webAssembly: "refused" }), "note webassembly_refused", /'wasm-unsafe-eval'/],
  ["no WebAssembly", core({ webAssembly: "missing" }), "note webassembly_refused", /Lockdown/],
  ["no service", revoke({ kind: "nothing" }), "error service_unreachable", /v1\/oauth\/revoke cannot be reached/],
  ["a slow service", revoke({ kind: "late" }), "error service_unreachable", /five seconds/],
  ["a blocked request", revoke({ kind: "forbidden" }), "error service_refused_by_policy", /connect-src/],
  ["an unreadable response", revoke({ kind: "unreadable" }), "error cors_refused", /Access-Control-Allow-Origin/],
  ["the same with a token alone", check({ kind: "unreadable" }), "error cors_refused", /v1\/oauth\/check responds/],
  ["another server", revoke(answer(404)), "error service_unexpected", /status 404.*version segment/],
  ["another path", revoke(answer(404, { body: { error: "not_found" } })), "error service_unexpected", /status 404/],
  ["a page", revoke(answer(200, { isHtml: true })), "error service_unexpected", /HTML/],
  ["a redirect", revoke(answer(0)), "error service_unexpected", /redirects/],
  ["a broken service", revoke(answer(503, { body: { error: "busy" } })), "error service_unexpected", /status 503/],
  [
    "another issuer",
    metadata(answer(200, { body: { ...METADATA, issuer: "http://127.0.0.1:8787/v1" } })),
    "error issuer_mismatch",
    /music\.example\/v1.*127\.0\.0\.1:8787\/v1/,
  ],
  [
    "a response mode that the service does not list",
    { ...WELL, responseMode: "web_message" },
    "error response_mode_unsupported",
    /"web_message"/,
  ],
  ["an unknown app", problem("client"), "error app_unknown", /it is wrong\..*Do it\.$/],
  ["an unregistered redirect URI", problem("redirect_uri"), "error redirect_uri_refused", /app\.example.*Do it\.$/],
  [
    "an unknown key at a service without the check",
    unchecked(answer(400, { body: { error: "invalid_client" } })),
    "error app_unknown",
    /no app is registered with this apiKey/,
  ],
  ["a service without the check", unchecked(answer(200)), "note registration_untested", /callback is registered/],
  ["a fast clock", revoke(answer(200, { ahead: 6 * MINUTE })), "warning clock_off", /6 minutes fast/],
  ["a slow clock", revoke(answer(200, { ahead: -61 * MINUTE })), "warning clock_off", /61 minutes slow/],
  ["no access server", access({ kind: "nothing" }), "warning access_server_unreachable", /did not respond/],
  ["another access server", access(answer(404)), "warning access_server_unreachable", /status 404/],
  ["a blocked access server", access({ kind: "forbidden" }), "warning access_server_unreachable", /connect-src/],
  ["an unreadable access server", access({ kind: "unreadable" }), "warning access_server_unreachable", /CORS/],
  ["no URL of an access server", access({ kind: "invalid" }), "warning access_server_unreachable", /not a URL/],
  ["no callback page", callback({ answer: "missing", status: 404 }), "error callback_missing", /status 404/],
  ["no answer of one", { ...WELL, callback: { answer: "missing" } }, "error callback_missing", /no response comes/],
  [
    "one that does not load",
    { ...WELL, callback: { answer: "missing", reason: "it did not load" } },
    "error callback_missing",
    /: it did not load\./,
  ],
  [
    "one without a script",
    callback({ answer: "silent", reason: "it has none" }),
    "error callback_silent",
    /: it has none/,
  ],
  [
    "one that is cut off",
    callback({ cutOffFrom: "https://music.example" }),
    "error callback_refused_by_policy",
    /https:\/\/music\.example to/,
  ],
  ["one that does nothing", callback({ answer: "silent" }), "error callback_silent", /handleRedirect/],
  [
    "one that cannot be tried",
    callback({ answer: "untested", reason: "so" }),
    "note callback_untested",
    /because so\./,
  ],
  ["an old copy", callback({ otherVersion: "0.0.9" }), "warning callback_stale", /version 0\.0\.9.*npx stagepass/],
  ["one that is elsewhere", callback({ redirectsTo: "https://app.example/c/" }), "warning callback_redirects", /\/c\//],
  ["one that leaks", callback({ isLeaking: true }), "warning callback_leaks", /name="referrer"/],
  ["no storage", page({ storage: "denied" }), "warning storage_denied", /localStorage cannot be used/],
  ["a store that throws", page({ isStoreBroken: true }), "warning storage_denied", /store of the configuration/],
  ["no room", page({ storage: "full" }), "warning storage_full", /full/],
  ["a frame", page({ isFramed: true }), "warning storage_partitioned", /another site/],
  ["plain http", page({ isSecure: false }), "warning insecure_context", /https/],
  ["no locks", page({ hasLocks: false }), "warning no_web_locks", /old browser/],
  ["no windows", page({ canOpen: false }), "warning no_popups", /fallback: "redirect"/],
  ["a sandbox", page({ isSandboxed: true }), "error popups_sandboxed", /allow-popups-to-escape-sandbox/],
  ["isolation", page({ isIsolated: true }), "note app_isolated", /same-origin-allow-popups/],
];

test("where all is well nothing is found, and nothing follows from what could not be seen", () => {
  const silent = { ...revoke(answer(200)), page: { ...WELL.page, isIsolated: undefined } };
  for (const facts of [
    WELL,
    { ...WELL, accessServer: undefined },
    silent,
    core({ webAssembly: "unused" }),
    { ...WELL, service: undefined, callback: { answer: undefined } },
  ] as Facts[]) {
    assert.deepEqual(diagnosisOf(facts), { ok: true, findings: [] });
  }
  for (const ahead of [5 * MINUTE, -5 * MINUTE])
    assert.ok(!diagnosisOf(revoke(answer(200, { ahead }))).findings.length);
});

for (const [what, facts, finds, says] of TABLE) {
  test(`${what}: ${finds}`, () => {
    const { ok, findings } = diagnosisOf(facts);
    assert.deepEqual(
      findings.map(({ severity, code }) => `${severity} ${code}`),
      [finds],
    );
    assert.equal(ok, !finds.startsWith("error"));
    const [{ message } = { message: "" }] = findings;
    assert.match(message, says);
    assert.match(message, /[.)]$/);
    assert.doesNotMatch(message, /undefined|\[object|sp1\./);
  });
}

test("the worst comes first", () => {
  const all = { ...callback({ answer: "silent", isLeaking: true }), core: { webAssembly: "missing" as const } };
  assert.deepEqual(
    diagnosisOf(all).findings.map(({ severity }) => severity),
    ["error", "warning", "note"],
  );
});

test("a page's referrer policy is what its markup says last, or else its header", () => {
  for (const [header, html, policy] of [
    ["", "", ""],
    ["no-referrer", "<p>", "no-referrer"],
    ["unknown, Strict-Origin", "", "strict-origin"],
    ["no-referrer", '<meta name="referrer" content="unsafe-url">', "unsafe-url"],
    ["", "<META content='origin' NAME='referrer' />", "origin"],
    ["", "<meta name=referrer content=no-referrer><meta name=referrer content=same-origin>", "same-origin"],
    ["", '<!-- <meta name="referrer" content="no-referrer"> -->', ""],
    ["", '<meta name="description" content="no-referrer">', ""],
  ] as const) {
    assert.equal(policyOf(header, html), policy, `${header} ${html}`);
  }
  for (const strict of ["no-referrer", "origin", "strict-origin"]) assert.ok(!isLeaking(strict), strict);
  for (const lax of ["", "same-origin", "strict-origin-when-cross-origin", "unsafe-url"])
    assert.ok(isLeaking(lax), lax);
});

test("a page's policy blocks requests to the service if no source of connect-src or default-src allows it", () => {
  const blocks = (policy: string, service: string, text = "") =>
    blocksRequests(
      { headers: new Headers({ "content-security-policy": policy }), text, url: "https://app.example/callback" },
      service,
    );
  const MUSIC = "https://music.example/v1";
  for (const policy of [
    "",
    "script-src 'none'",
    "connect-src *",
    "connect-src https:",
    "connect-src http:",
    "connect-src 'self' https://music.example",
    "connect-src HTTPS://MUSIC.EXAMPLE/v1/",
    "connect-src *.example",
    "connect-src music.example:*",
    "default-src 'none'; connect-src music.example",
    "connect-src https://music.example; connect-src 'none'",
  ]) {
    assert.ok(!blocks(policy, MUSIC), policy);
  }
  for (const policy of [
    "connect-src",
    "default-src 'self'",
    "connect-src 'none'; default-src *",
    "connect-src https://music.example:8443",
    "connect-src wss://music.example",
    "connect-src https://evilmusic.example",
    "connect-src *.music.example",
    "connect-src *, connect-src 'self'",
  ]) {
    assert.ok(blocks(policy, MUSIC), policy);
  }
  assert.ok(!blocks("connect-src http://127.0.0.1:8787", "http://127.0.0.1:8787/v1"));
  assert.ok(blocks("connect-src http://127.0.0.1:8788", "http://127.0.0.1:8787/v1"));
  assert.ok(blocks("", MUSIC, `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`));
  assert.ok(!blocks("", MUSIC, `<!-- <meta http-equiv="Content-Security-Policy" content="connect-src 'self'"> -->`));
});

test("a probe ends with its work, its time or its caller, and lets go of all of them", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const caller = new AbortController();
  assert.equal(await inTime(caller.signal, async () => 1), 1);
  await assert.rejects(
    inTime(caller.signal, () => {
      throw new Error("at once");
    }),
    /at once/,
  );
  const signals: AbortSignal[] = [];
  const never = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const late = inTime(caller.signal, never);
  mock.timers.tick(PATIENCE);
  await assert.rejects(late, LATE);
  const ended = inTime(caller.signal, never);
  caller.abort("enough");
  await assert.rejects(ended, (reason) => reason === "enough");
  await assert.rejects(inTime(caller.signal, never), (reason) => reason === "enough");
  assert.deepEqual(
    signals.map((signal) => signal.aborted),
    [true, true, true],
  );
});

test("a fake client finds nothing wrong, and can be made to fail", async () => {
  const { fakeStagepass }: typeof import("../../src/entry/testing.js") = await import(`${freshCopy()}testing.js`);
  const fake = fakeStagepass();
  assert.deepEqual(await fake.client.oauth.diagnose(), { ok: true, findings: [] });
  fake.failNext("oauth.diagnose", "load_failed");
  await assert.rejects(fake.client.oauth.diagnose(), { code: "load_failed" });
  await assert.rejects(fake.client.oauth.diagnose({ signal: AbortSignal.abort() }), { code: "aborted" });
  assert.equal(fake.calls.filter(({ method }) => method === "oauth.diagnose").length, 3);
});

test("on a server there is nothing to look at", async () => {
  const { stagepass }: typeof import("../../src/entry/index.js") = await import(`${freshCopy()}index.js`);
  const { oauth } = stagepass({ baseUrl: WELL.baseUrl, appName: "App", redirectUri: WELL.redirectUri });
  await assert.rejects(oauth.diagnose(), { code: "unsupported" });
});
