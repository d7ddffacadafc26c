import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Facts, ProviderFacts } from "../../src/diagnose/facts.js";
import { diagnosisOf } from "../../src/diagnose/findings.js";
import { diagnoseOpenId, type OpenIdParts } from "../../src/diagnose/openid.js";
import { LATE } from "../../src/diagnose/wait.js";
import { StagepassError } from "../../src/errors.js";
import type { OpenIdSettings } from "../../src/openid/provider.js";
import { within } from "../../src/wait.js";
import { PROVIDER, pretendBrowser } from "../support/pretend.js";

const ISSUER = "https://id.example/realms/main";
const TOKEN = "https://tokens.example/token";
const REDIRECT = "https://app.example/callback";

const SETTINGS: OpenIdSettings = {
  issuer: ISSUER,
  clientId: "app",
  redirectUri: REDIRECT,
  baseUrl: ISSUER,
  tokenEndpoint: "",
};

const PAGE = "<script>finish()</script>";

/** What the fake servers answer, by URL. Anything else cannot be reached. */
let answers: { [url: string]: () => Response };
/** What this page's policy blocks. */
let blocked: string[];
let listener: ((event: object) => void) | undefined;
const realFetch = globalThis.fetch;

beforeEach(() => {
  pretendBrowser();
  blocked = [];
  // No frame can show the callback page, so that none is tried.
  const headers = { "x-frame-options": "deny", "referrer-policy": "no-referrer" };
  answers = {
    [REDIRECT]: () => {
      const page = new Response(PAGE, { headers });
      return Object.defineProperty(page, "url", { value: REDIRECT });
    },
    [TOKEN]: () => Response.json({ error: "invalid_request" }, { status: 400 }),
  };
  const storage = { setItem() {}, removeItem() {}, getItem: () => null };
  Object.assign(document, { addEventListener: (_: string, hear: typeof listener) => (listener = hear) });
  Object.assign(document, { removeEventListener: () => (listener = undefined) });
  Object.assign(globalThis, { localStorage: storage, isSecureContext: true });
  Object.assign(window, { top: window, parent: window, location });
  Object.defineProperty(globalThis, "navigator", { value: { locks: {} }, configurable: true });
  globalThis.fetch = async (input) => {
    const url = String(input);
    if (blocked.includes(url)) {
      const event = { disposition: "enforce", effectiveDirective: "connect-src", blockedURI: url };
      setTimeout(() => listener?.(event));
    }
    const answer = answers[url];
    if (!answer) throw new TypeError("failed");
    return answer();
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Diagnoses a client whose discovery finds `provider`, or fails. Returns the findings as texts. */
const diagnosed = async (changes: Partial<OpenIdSettings> = {}, fault?: unknown, parts: Partial<OpenIdParts> = {}) => {
  const settings = { ...SETTINGS, ...changes };
  const discover = async () => {
    if (fault) throw fault;
    settings.provider = { ...PROVIDER, tokenEndpoint: TOKEN, takesFragment: true };
    settings.tokenEndpoint = TOKEN;
  };
  const { findings } = await diagnoseOpenId(settings, { ready: async () => {}, within, discover, ...parts });
  return findings
    .filter(({ code }) => code !== "callback_untested" && code !== "webassembly_refused")
    .map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
};

test("provider that answers properly has no findings", async () => {
  assert.deepEqual(await diagnosed(), []);
});

test("invalid configuration is reported once", async () => {
  const invalid = new StagepassError("config_invalid", { message: "issuer must use https." });
  const ready = () => Promise.reject(invalid);
  assert.deepEqual(await diagnosed({}, invalid, { ready }), [
    "error config_invalid: issuer must use https. Every call fails until you correct it.",
  ]);
  const metadata = new StagepassError("config_invalid", { message: "metadata must be valid." });
  assert.deepEqual(await diagnosed({}, metadata), [
    "error config_invalid: metadata must be valid. No login can begin until you correct it.",
  ]);
});

test("failed discovery names its cause", async () => {
  for (const [fault, finds] of [
    [
      new StagepassError("provider_invalid", {
        description: 'issuer: configured "https://id.example/", the provider says "https://id.example"',
      }),
      /^error provider_invalid.*letter/,
    ],
    [
      new StagepassError("provider_invalid", { description: "token_endpoint" }),
      /^error provider_invalid.*provider, or pass/,
    ],
    [new StagepassError("request_failed", { status: 503 }), /^error service_unreachable.*status 503/],
    [new StagepassError("network"), /^error service_unreachable.*CORS/],
    [LATE, /^error service_unreachable.*five seconds/],
  ] as const) {
    const [finding = "", ...others] = await diagnosed({}, fault);
    assert.match(finding, finds);
    assert.deepEqual(others, []);
  }
  blocked = [ISSUER];
  const blocking = async () => {
    await fetch(ISSUER).catch(() => {});
    throw new StagepassError("network");
  };
  const [finding = ""] = await diagnosed({}, undefined, { discover: blocking });
  assert.match(finding, /^error service_refused_by_policy.*Add https:\/\/id\.example to connect-src\.$/);
});

test("each wrong answer of token endpoint is named", async () => {
  for (const [answer, finds] of [
    [() => Response.json({ error: "invalid_client" }, { status: 401 }), /^error app_unknown.*public client/],
    [() => Response.json({ error: "unauthorized_client" }, { status: 400 }), /^error app_unknown/],
    [() => new Response("", { status: 404 }), /^error service_unexpected.*status 404/],
    [undefined, /^error service_unreachable.*cannot be reached/],
  ] as const) {
    answers = { ...answers, [TOKEN]: answer as () => Response };
    const [finding = "", ...others] = await diagnosed();
    assert.match(finding, finds);
    assert.deepEqual(others, []);
  }
  let requests = 0;
  answers[TOKEN] = () => {
    // Only the request without CORS gets an answer.
    if (requests++ === 0) throw new TypeError("failed");
    return new Response();
  };
  const [unreadable = ""] = await diagnosed({ redirectUri: undefined });
  assert.match(unreadable, /^error cors_refused/);
  assert.doesNotMatch(unreadable, /undefined/);
});

test("policy of callback page must allow token endpoint", async () => {
  const allow = (sources: string) => {
    const headers = { "x-frame-options": "deny", "referrer-policy": "origin", "content-security-policy": sources };
    answers[REDIRECT] = () => Object.defineProperty(new Response(PAGE, { headers }), "url", { value: REDIRECT });
  };
  allow("connect-src https://tokens.example");
  assert.deepEqual(await diagnosed(), []);
  allow("connect-src https://id.example");
  const [finding = ""] = await diagnosed();
  assert.match(finding, /^error callback_refused_by_policy.*provider.*Add https:\/\/tokens\.example to/);
});

const FACTS: Facts = {
  baseUrl: ISSUER,
  redirectUri: "",
  unknownFields: ["apiKey"],
  page: {
    origin: "https://app.example",
    isSecure: false,
    hasLocks: false,
    canOpen: false,
    isFramed: true,
    isSandboxed: true,
    isIsolated: true,
    storage: "full",
    isStoreBroken: true,
  },
  core: { webAssembly: "refused", failure: { code: "load_failed", words: "It failed." } },
  service: undefined,
  accessServer: undefined,
  callback: {
    elsewhere: "https://b.example",
    answer: "silent",
    isLeaking: true,
    cutOffFrom: "https://tokens.example",
    redirectsTo: REDIRECT,
    otherVersion: "0.1.0",
  },
};

const findingsOf = (provider: ProviderFacts, changes: Partial<Facts> = {}) =>
  diagnosisOf({ ...FACTS, ...changes, provider }).findings;

test("no message names what only Stagepass services have", () => {
  const missing = findingsOf({ findings: [] }, { core: { webAssembly: "missing" }, callback: { answer: "missing" } });
  const findings = [...findingsOf({ findings: [] }), ...missing];
  for (const { code, message } of findings.filter(({ code }) => !/unknown/.test(code))) {
    assert.doesNotMatch(message, /service|inline|core\.(wasm|js)|apiKey|appName|baseUrl|oauth\.|undefined/, code);
  }
});

test("response in query is reported as the provider's", () => {
  const of = (takesFragment: boolean | undefined) =>
    findingsOf({ findings: [], takesFragment })
      .filter(({ code }) => code === "callback_leaks" || code === "callback_redirects")
      .map(({ message }) => message);
  for (const message of of(false)) assert.match(message, /This provider responds in the query/);
  for (const message of [...of(true), ...of(undefined)]) assert.doesNotMatch(message, /This provider responds/);
  assert.equal(of(false).length, 2);
});
