import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeaking, policyOf } from "../../src/diagnose/callback.js";
import type { Facts, Reply } from "../../src/diagnose/facts.js";
import { diagnosisOf } from "../../src/diagnose/findings.js";
import { inTime, LATE, PATIENCE } from "../../src/diagnose/wait.js";
import { freshCopy } from "../support/pretend.js";

const SERVICE = {
  me: { kind: "answered", status: 401, isHtml: false, error: "invalid_token", ahead: 0 },
  token: { kind: "answered", status: 400, isHtml: false, error: "invalid_grant", ahead: 0 },
} as const;

/** Where all is well. */
const WELL: Facts = {
  baseUrl: "https://music.example/v1",
  redirectUri: "https://app.example/callback",
  page: {
    origin: "https://app.example",
    isSecure: true,
    hasLocks: true,
    canOpen: true,
    isFramed: false,
    isIsolated: false,
    storage: "kept",
    isStoreBroken: false,
  },
  core: { webAssembly: "runs" },
  service: SERVICE,
  callback: { answer: "handed-over", status: 200, isLeaking: false },
};

const page = (more: Partial<Facts["page"]>): Facts => ({ ...WELL, page: { ...WELL.page, ...more } });
const core = (more: Partial<Facts["core"]>): Facts => ({ ...WELL, core: { ...WELL.core, ...more } });
const callback = (more: Partial<Facts["callback"]>): Facts => ({ ...WELL, callback: { ...WELL.callback, ...more } });
const me = (reply: Reply): Facts => ({ ...WELL, service: { ...SERVICE, me: reply } });
const token = (reply: Reply | undefined): Facts => ({ ...WELL, service: { ...SERVICE, token: reply } });
const answer = (status: number, more = {}): Reply => ({ kind: "answered", status, isHtml: false, ...more });
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
    core({ failure: { code: "config_invalid", words: "apiKey must be 0x and 40 hex digits." } }),
    "error config_invalid",
    /^apiKey must be.*correct this/,
  ],
  [
    "a core that does not come",
    core({ failure: { code: "load_failed", words: "https://app.example/core.wasm: 404" } }),
    "error core_not_loaded",
    /core\.wasm: 404.*wasmUrl/,
  ],
  ["WebAssembly that is refused", core({ webAssembly: "refused" }), "note webassembly_refused", /'wasm-unsafe-eval'/],
  ["no WebAssembly", core({ webAssembly: "missing" }), "note webassembly_refused", /Lockdown/],
  ["no service", me({ kind: "nothing" }), "error service_unreachable", /v1\/me cannot be reached/],
  ["a service that is slow", me({ kind: "late" }), "error service_unreachable", /five seconds/],
  ["a service that may not be asked", me({ kind: "forbidden" }), "error service_refused_by_policy", /connect-src/],
  ["a service that may not be read", me({ kind: "unreadable" }), "error cors_refused", /Access-Control-Allow-Origin/],
  ["the same for tokens alone", token({ kind: "unreadable" }), "error cors_refused", /v1\/oauth\/token responds/],
  ["another server", me(answer(404)), "error service_unexpected", /status 404.*version segment/],
  ["a page", me(answer(401, { isHtml: true })), "error service_unexpected", /HTML/],
  ["a redirect", me(answer(0)), "error service_unexpected", /redirects/],
  ["a token endpoint that is none", token(answer(405)), "error service_unexpected", /status 405/],
  ["one that takes everything", token(answer(200, { error: "no" })), "error service_unexpected", /status 200/],
  ["one that is out of order", token(answer(503, { error: "busy" })), "error service_unexpected", /status 503/],
  [
    "a key of nobody's",
    token(answer(401, { error: "invalid_client" })),
    "error app_unknown",
    /no app with this apiKey/,
  ],
  ["a fast clock", me(answer(401, { ahead: 6 * MINUTE })), "warning clock_off", /6 minutes fast/],
  ["a slow clock", me(answer(401, { ahead: -61 * MINUTE })), "warning clock_off", /61 minutes slow/],
  ["no callback page", callback({ answer: "missing", status: 404 }), "error callback_missing", /status 404/],
  ["no answer of one", { ...WELL, callback: { answer: "missing" } }, "error callback_missing", /there is no response/],
  ["one that does nothing", callback({ answer: "silent" }), "error callback_silent", /handleRedirect/],
  [
    "one that cannot be tried",
    callback({ answer: "untested", reason: "so" }),
    "note callback_untested",
    /because so\./,
  ],
  ["one that is elsewhere", callback({ redirectsTo: "https://app.example/c/" }), "warning callback_redirects", /\/c\//],
  ["one that leaks", callback({ isLeaking: true }), "warning callback_leaks", /name="referrer"/],
  ["no storage", page({ storage: "denied" }), "warning storage_denied", /localStorage cannot be used/],
  ["a store that throws", page({ isStoreBroken: true }), "warning storage_denied", /store of the configuration/],
  ["no room", page({ storage: "full" }), "warning storage_full", /full/],
  ["a frame", page({ isFramed: true }), "warning storage_partitioned", /another site/],
  ["plain http", page({ isSecure: false }), "warning insecure_context", /https/],
  ["no locks", page({ hasLocks: false }), "warning no_web_locks", /old one/],
  ["no windows", page({ canOpen: false }), "warning no_popups", /fallback: "fullScreen"/],
  ["isolation", page({ isIsolated: true }), "note app_isolated", /same-origin-allow-popups/],
];

test("where all is well nothing is found, and nothing follows from what could not be seen", () => {
  const silent = { ...me(answer(401)), page: { ...WELL.page, isIsolated: undefined } };
  for (const facts of [
    WELL,
    token(undefined),
    silent,
    core({ webAssembly: "unused" }),
    { ...WELL, service: undefined, callback: { answer: undefined } },
  ] as Facts[]) {
    assert.deepEqual(diagnosisOf(facts), { ok: true, findings: [] });
  }
  for (const ahead of [5 * MINUTE, -5 * MINUTE]) assert.ok(!diagnosisOf(me(answer(401, { ahead }))).findings.length);
});

for (const [what, facts, finds, says] of TABLE) {
  test(`${what}: ${finds}`, () => {
    const { ok, findings } = diagnosisOf(facts);
    assert.deepEqual(
      findings.map(({ weight, code }) => `${weight} ${code}`),
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
    diagnosisOf(all).findings.map(({ weight }) => weight),
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
