import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { hurried } from "../support/hurried.js";
import { bearer, core, freshFacade } from "../support/pretend.js";
import { expired, open, refuse, renewals, reset, say, service, stranger, world } from "../support/servers.js";

const config = await open();
const { stagepass, StagepassError } = await freshFacade();
const sp = stagepass(config);
beforeEach(reset);

const TITLE = '{"title":"T"}';

test("a request goes out with the listener's token, and its answer comes as it is", async () => {
  const answer = await sp.fetch(`${config.baseUrl}/me`, { headers: { Authorization: "Bearer mine", "X-Own": "1" } });
  assert.equal(((await answer.json()) as { handle: string }).handle, "ada");
  const [{ headers, path } = {}] = service.received;
  assert.deepEqual([path, headers?.authorization, headers?.["x-own"]], ["/v1/me", "Bearer token-1", "1"]);
  assert.equal((await sp.fetch("tracks/99")).status, 404);
  assert.equal((await sp.fetch(new URL("me", `${config.baseUrl}/`))).status, 200);
  assert.equal((await sp.fetch(new Request(`${config.baseUrl}/me`))).status, 200);
});

test("a path is below baseUrl, with or without a slash at its start", async () => {
  for (const path of [
    "me",
    "/me",
    "./me",
    "/./me",
    "/x/../me",
    "/me?a=/b",
    "/https://evil.example",
    "/data:,x",
    "/\t/x",
  ]) {
    await sp.fetch(path);
  }
  const paths = ["/me", "/me", "/me", "/me", "/me", "/me?a=/b", "/https://evil.example", "/data:,x", "//x"];
  assert.deepEqual(
    service.received.map(({ path }) => path),
    paths.map((path) => `/v1${path}`),
  );
  assert.deepEqual(stranger.received, []);
});

test("to any other address nothing is sent, and no token is even asked for", async () => {
  const { origin } = service;
  const others = [
    stranger.origin,
    `${stranger.origin}/v1/me`,
    `//${new URL(stranger.origin).host}/v1/me`,
    `\\\\${new URL(stranger.origin).host}/v1/me`,
    `${origin}@${new URL(stranger.origin).host}/v1/me`,
    `${origin}/me`,
    `${origin}/v1`,
    `${origin}/v11/me`,
    `${origin}/v2/me`,
    `${origin}/v1.evil/me`,
    `${origin}/v1/../me`,
    `${origin}/v1/%2e%2e/me`,
    `${origin}/v1/..%2fme`,
    `${origin}/v1/x%5C../me`,
    "../me",
    "x/../../me",
    "..%2fme",
    "%2e%2e/me",
    "/../me",
    "/..%2fme",
    "/\\evil.example/v1/me",
    origin.replace("http://", "http://service@"),
    origin.replace("127.0.0.1", "localhost"),
    `${origin.replace("http:", "https:")}/v1/me`,
    "data:text/plain,x",
    "http://",
  ];
  for (const other of others) {
    await assert.rejects(sp.fetch(other), { code: "option_invalid", message: /baseUrl/ }, other);
  }
  await assert.rejects(sp.fetch(new URL(stranger.origin)), { code: "option_invalid" });
  for (const other of [stranger.origin, `${origin}/v2/me`, `${origin}/v1.evil/me`, "data:,x"]) {
    await assert.rejects(sp.fetch(new Request(other)), { code: "option_invalid" }, other);
  }
  await assert.rejects(sp.fetch("me", { body: "x" }), { code: "option_invalid", message: /^init/ });
  assert.deepEqual([service.received, stranger.received, renewals], [[], [], []]);
});

test("after a 401 the token is renewed once and the request sent once more, its body too", async () => {
  for (const body of [TITLE, new Blob([TITLE]), new TextEncoder().encode(TITLE)]) {
    reset();
    world.token = "token-2";
    const answer = await sp.fetch("tracks", { method: "POST", body });
    assert.equal(answer.status, 201);
    assert.deepEqual(renewals, [undefined, "token-1"]);
    assert.deepEqual(
      service.received.map(({ body }) => String(body)),
      [TITLE, TITLE],
    );
    assert.deepEqual(
      service.received.map(({ headers }) => headers.authorization),
      ["Bearer token-1", "Bearer token-2"],
    );
  }
});

test("a Request with a body is sent again as well", async () => {
  world.token = "token-2";
  const request = new Request(`${config.baseUrl}/tracks`, { method: "POST", body: TITLE });
  assert.equal((await sp.fetch(request)).status, 201);
  assert.deepEqual(
    service.received.map(({ body }) => String(body)),
    [TITLE, TITLE],
  );
});

test("a second 401 from the service ends the session, with the token that it refused, and nothing goes round in circles", async () => {
  service.instead = (_, response) => refuse(response, 401, "invalid_token", "no");
  world.token = "token-2";
  await assert.rejects(sp.fetch("me"), { code: "session_expired", status: 401 });
  assert.deepEqual([service.received.length, renewals, expired], [2, [undefined, "token-1"], ["token-2"]]);
});

test("a second 401 without an error object ends the session", async () => {
  for (const body of [null, [], "no"]) {
    expired.length = 0;
    service.instead = (_, response) => say(response, 401, body as object);
    await assert.rejects(sp.fetch("me"), { code: "session_expired", status: 401 }, JSON.stringify(body));
    assert.equal(expired.length, 1);
  }
});

test("a 401 about a proof ends nothing", async () => {
  service.instead = (_, response) => refuse(response, 401, "invalid_dpop_proof", "the clock is wrong");
  assert.equal((await sp.fetch("me")).status, 401);
  assert.deepEqual([service.received.length, expired], [2, []]);
});

test("a third 401 about tokens of another tab ends nothing", async () => {
  service.instead = (_, response) => refuse(response, 401, "invalid_token", "no");
  let count = 0;
  core.accessToken = () => Promise.resolve(bearer(`token-${++count}`, { isAdopted: true }));
  assert.equal((await sp.fetch("me")).status, 401);
  assert.deepEqual([service.received.length, expired], [3, []]);
});

test("a stream is sent once: after its 401 the token is renewed for the next call, and this one says what happened", async () => {
  world.token = "token-2";
  const upload = () =>
    sp.fetch("tracks", { method: "POST", body: new Blob([TITLE]).stream(), duplex: "half" } as RequestInit);
  await assert.rejects(upload(), { code: "body_used" });
  assert.deepEqual([service.received.length, renewals], [1, [undefined, "token-1"]]);
  assert.equal((await upload()).status, 201);
});

test("a redirect is not followed, whatever is asked for", async (t) => {
  hurried(t);
  const inside = `${config.baseUrl}/tracks/7`;
  for (const [location, init] of [
    [stranger.origin, {}],
    [stranger.origin, { method: "POST", redirect: "follow" }],
    [inside, { method: "POST" }],
    [inside, { method: "POST", redirect: "follow" }],
  ] as [string, RequestInit][]) {
    service.instead = (_, response) => say(response, 307, {}, { location });
    await assert.rejects(sp.fetch("me", init), { code: "network" });
  }
  assert.deepEqual(stranger.received, []);
  assert.ok(service.received.every(({ path }) => path === "/v1/me"));
});

test("a failure of the network is one of ours, with its cause", async (t) => {
  hurried(t);
  service.instead = (_, response) => void response.destroy();
  await assert.rejects(sp.fetch("me"), (error) => {
    assert.ok(error instanceof StagepassError && error.code === "network" && error.cause instanceof TypeError);
    return true;
  });
});

test("no answer in 30 s is a timeout", async ({ mock }) => {
  const came = new Promise<void>((resolve) => {
    service.instead = () => void resolve();
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  const answer = sp.fetch("me");
  const refused = assert.rejects(answer, { code: "timeout" });
  await came;
  mock.timers.tick(30_000);
  await refused;
});

test("an abort ends it: before, while it waits, and while the body comes", async () => {
  const reason = new Error("enough");
  await assert.rejects(sp.fetch("me", { signal: AbortSignal.abort(reason) }), { code: "aborted", cause: reason });
  assert.deepEqual(service.received, []);

  const abort = new AbortController();
  service.instead = () => abort.abort(reason) as undefined;
  await assert.rejects(sp.fetch("me", { signal: abort.signal }), { code: "aborted", cause: reason });

  const later = new AbortController();
  service.instead = (_, response) => void response.writeHead(200).write("beginning");
  const answer = await sp.fetch(new Request(`${config.baseUrl}/me`, { signal: later.signal }));
  later.abort(reason);
  await assert.rejects(answer.text(), /abort|enough/);
});

test("what the core has against it is passed on: nobody is signed in, the configuration is wrong", async () => {
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(sp.fetch("me"), { code: "not_signed_in" });
  world.token = "token-2";
  core.accessToken = (_config, { refused }) =>
    refused ? Promise.reject({ code: 20 }) : Promise.resolve(bearer("token-1"));
  await assert.rejects(sp.fetch("me"), { code: "session_expired" });
  const { readStatus } = core;
  core.readStatus = () => {
    throw { code: 1, field: 3, fault: 2 };
  };
  await assert.rejects(stagepass({ ...config, baseUrl: "nonsense" }).fetch("me"), { code: "config_invalid" });
  core.readStatus = readStatus;
});
