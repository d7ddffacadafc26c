import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type * as Script from "../../src/entry/dpop.js";
import { database, pretendIndexedDb } from "../support/indexed-db.js";
import {
  bearer,
  CONFIG,
  core,
  freshCopy,
  freshFacade,
  page,
  pretendBrowser,
  seen,
  settled,
  until,
} from "../support/pretend.js";
import { check, refusal, verifier } from "../support/proofs.js";

pretendBrowser();
pretendIndexedDb();
const usual = { ...core };
const usualPage = { ...page };

/** The script of a page that was just opened. */
const freshScript = (): Promise<typeof Script> => import(`${freshCopy()}dpop.js`);

const TOKEN = `${CONFIG.baseUrl}/oauth/token`;
const REVOKE = `${CONFIG.baseUrl}/oauth/revoke`;
const OFFERED = 1;
const ALWAYS = 2;
const BOUND = 3;
const NAME = "sp1.p.login";

/** A service that binds tokens to the key of the exchange. */
const service = {
  /** The thumbprint of the key. */
  bound: undefined as string | undefined,
  offers: ["ES256"] as string[] | undefined,
  /** The requests without a proof. */
  unproven: [] as string[],
  /** The answers of the token endpoint. */
  answers: [] as Response[],
  refused: 0,
};

const answer = async (request: Request): Promise<Response> => {
  if (/well-known/.test(request.url)) return Response.json({ dpop_signing_alg_values_supported: service.offers });
  if (!request.headers.get("dpop")) {
    service.unproven.push(request.url);
    return Response.json({ access_token: "a", token_type: "Bearer" });
  }
  const [, token] = request.headers.get("authorization")?.split("DPoP ") ?? [];
  const checked = check(request, token);
  if ("error" in checked) {
    service.refused++;
    return refusal(token ? 401 : 400, checked.error);
  }
  service.bound ??= checked.thumbprint;
  if (service.bound !== checked.thumbprint) return refusal(400, "invalid_grant");
  return service.answers.shift() ?? Response.json({ access_token: "a", token_type: "DPoP" });
};

beforeEach(() => {
  Object.assign(core, usual, { accessToken: async () => bearer("token-1", { key: NAME }) });
  Object.assign(page, usualPage, {
    service: answer,
    fetch: (url: string, init: RequestInit) =>
      /\.wasm$/.test(url) ? usualPage.fetch(url, init) : answer(new Request(url, init)),
  });
  Object.assign(service, { bound: undefined, offers: ["ES256"], unproven: [], answers: [], refused: 0 });
  Object.assign(verifier, { nonce: undefined, skew: 0 });
  database.records.clear();
  database.isDenied = false;
  seen.requests.length = 0;
});

/** Sends a request as the core does. */
const post = async ({ send }: typeof Script, url: string, dpop: number, key = NAME) =>
  send(url, {
    method: "POST",
    body: new URLSearchParams(url === REVOKE ? { token: "t" } : { grant_type: "refresh_token" }),
    dpop,
    key,
  });

test("an exchange creates a key, with which later pages refresh and revoke", async () => {
  const script = await freshScript();
  script.prepare({ ...CONFIG, dpop: true });
  assert.equal((await post(script, TOKEN, ALWAYS))?.status, 200);
  const { privateKey } = database.records.get(NAME) as { privateKey: CryptoKey };
  assert.deepEqual([privateKey.extractable, [...database.records.keys()]], [false, [NAME]]);
  assert.equal((await post(await freshScript(), TOKEN, BOUND))?.status, 200);
  const last = await freshScript();
  service.answers = [new Response(null, { status: 503 })];
  assert.equal((await post(last, REVOKE, BOUND))?.status, 503);
  assert.equal(database.records.size, 0);
  assert.equal((await post(last, REVOKE, BOUND))?.status, 200, "a retry uses the key in memory");
  assert.deepEqual(service.unproven, []);
});

test("each session has a key of its own", async () => {
  const script = await freshScript();
  await post(script, TOKEN, ALWAYS, "sp1.p.one");
  const [one] = [service.bound];
  service.bound = undefined;
  await post(script, TOKEN, ALWAYS, "sp1.p.two");
  assert.notEqual(service.bound, one);
});

test("a failed exchange leaves no key", async () => {
  const script = await freshScript();
  for (const failure of [refusal(400, "invalid_grant"), Response.json({ token_type: "Bearer" })]) {
    service.answers = [failure];
    await post(script, TOKEN, ALWAYS);
    assert.equal(database.records.size, 0);
  }
  page.service = async () => {
    throw new TypeError("offline");
  };
  await assert.rejects(post(script, TOKEN, ALWAYS), TypeError);
  assert.equal(database.records.size, 0);
});

test("auto binds a session only if the service offers ES256", async () => {
  for (const [offers, unproven] of [
    [["ES256"], []],
    [["RS256"], [TOKEN]],
    [undefined, [TOKEN]],
  ] as const) {
    Object.assign(service, { offers, unproven: [], bound: undefined });
    const script = await freshScript();
    script.prepare({ ...CONFIG, dpop: "auto" });
    assert.equal((await post(script, TOKEN, OFFERED))?.status, 200);
    assert.deepEqual(service.unproven, unproven);
  }
});

test("the preflight of an exchange is cached during the login, without a key or a secret, if one is needed", async () => {
  const own = { baseUrl: "https://app.example/v1" };
  const aborted = AbortSignal.abort();
  for (const [config, offers, signal, isSent] of [
    [{ ...CONFIG, dpop: true }, undefined, undefined, true],
    [{ ...CONFIG, baseUrl: `${CONFIG.baseUrl}/`, dpop: "auto" }, ["ES256"], undefined, true],
    [{ ...CONFIG, dpop: "auto" }, ["RS256"], undefined, false],
    [{ ...CONFIG, ...own, dpop: true }, undefined, undefined, false],
    [{ ...CONFIG, dpop: true }, undefined, aborted, false],
  ] as const) {
    const sent: (string | null)[][] = [];
    Object.assign(service, { offers });
    page.fetch = async (url: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      const request = new Request(url, init);
      if (/well-known/.test(url)) return answer(request);
      sent.push([request.method, url, request.headers.get("dpop"), request.credentials]);
      throw new TypeError("a failure changes nothing");
    };
    const script = await freshScript();
    script.prepare(config, signal);
    // A second one is sent in any case. The first has been by then, but for the answer that it may wait for.
    script.prepare({ baseUrl: "https://other.example/v1", dpop: true });
    await until(() => sent.length > Number(isSent));
    for (let turn = 0; turn < 20; turn++) await settled();
    const first = sent.filter(([, url]) => !url?.startsWith("https://other.example/"));
    assert.deepEqual(first, isSent ? [["HEAD", TOKEN, "none", "omit"]] : []);
  }
});

test("without IndexedDB, auto sends no proof, true sends nothing, and a bound session waits", async () => {
  database.isDenied = true;
  const script = await freshScript();
  assert.equal((await post(script, TOKEN, OFFERED))?.status, 200);
  assert.deepEqual(service.unproven, [TOKEN]);
  assert.equal(await post(script, TOKEN, ALWAYS), null);
  assert.equal(await post(script, TOKEN, BOUND), null);
  assert.deepEqual(service.unproven, [TOKEN]);
});

test("a session whose key is lost ends, and nothing is sent", async () => {
  const lost = await post(await freshScript(), TOKEN, BOUND);
  assert.deepEqual([lost?.status, (await lost?.json())?.error], [400, "invalid_grant"]);
  assert.deepEqual([service.unproven, service.bound], [[], undefined]);
});

test("a demanded nonce is sent once, then with every request", async () => {
  verifier.nonce = "nonce-1";
  const script = await freshScript();
  assert.equal((await post(script, TOKEN, ALWAYS))?.status, 200);
  assert.equal((await post(script, TOKEN, BOUND))?.status, 200);
  assert.equal(service.refused, 1);
  verifier.nonce = "nonce-2";
  const all = await Promise.all(Array.from({ length: 3 }, () => post(script, TOKEN, BOUND)));
  assert.deepEqual(
    all.map((one) => one?.status),
    [200, 200, 200],
  );
});

test("a clock that is an hour wrong is corrected once", async () => {
  for (const skew of [3600, -3600]) {
    Object.assign(verifier, { skew });
    Object.assign(service, { refused: 0, bound: undefined });
    const script = await freshScript();
    assert.equal((await post(script, TOKEN, ALWAYS))?.status, 200);
    assert.equal((await post(script, TOKEN, BOUND))?.status, 200);
    assert.equal(service.refused, 1);
  }
});

test("fetch sends the token of a bound session with a proof, also to another origin", async () => {
  await post(await freshScript(), TOKEN, ALWAYS);
  seen.requests.length = 0;
  verifier.nonce = "nonce-1";
  const { stagepass } = await freshFacade();
  const sp = stagepass({ ...CONFIG, origins: ["https://files.example"] });
  for (const [path, init] of [
    ["me?page=2#top", {}],
    ["tracks", { method: "POST", body: "{}" }],
    ["https://files.example/a", {}],
  ] as [string, RequestInit][]) {
    assert.equal((await sp.fetch(path, init)).status, 200, path);
  }
  assert.deepEqual(
    seen.requests.map(({ headers }) => headers.get("authorization")),
    Array(5).fill("DPoP token-1"),
    "each origin has demanded its nonce once",
  );
  assert.equal(await sp.oauth.getAccessToken(), "token-1");
  sp.dispose();
});

test("a body that can be read once is not sent again, and a refresh follows a 401", async () => {
  await post(await freshScript(), TOKEN, ALWAYS);
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  const refused: unknown[] = [];
  core.accessToken = async (_config, options) => {
    if (options.refused) refused.push(options.refused);
    return bearer(`token-${refused.length + 1}`, { key: NAME });
  };
  service.answers = [new Response(null, { status: 401 })];
  assert.equal((await sp.fetch("me")).status, 200);
  assert.deepEqual(refused, ["token-1"]);
  service.answers = [new Response(null, { status: 401 })];
  const body = new ReadableStream({ start: (controller) => controller.close() });
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  await assert.rejects(sp.fetch("tracks", init), { code: "body_used" });
  sp.dispose();
});

test("without the key, fetch sends no token and asks the core, which ends the session", async () => {
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  core.accessToken = async (_config, { refused }) => {
    if (refused) throw { code: 20, status: 400, description: "lost" };
    return bearer("token-1", { key: NAME });
  };
  await assert.rejects(sp.fetch("me"), { code: "session_expired" });
  assert.equal(seen.requests.length, 0);
  sp.dispose();
});
