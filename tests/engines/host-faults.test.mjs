// The core for hosts, with a host that fails: it throws, its promise rejects, its response is unusable, too late, or
// arrives after the call was aborted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, SESSION } from "./host/app.mjs";
import { failureOf } from "./host/core.mjs";
import { BASE_URL, CONFIG, FORM, REDIRECT_URI } from "./host/service.mjs";
import { recordOf } from "./inputs/records.mjs";
import { Random } from "./random.mjs";

const throws = () => {
  throw new Error("the host failed");
};
const rejects = (reason) => () => Promise.reject(reason);
const FAILURES = {
  throws,
  "is rejected": rejects(new Error("the host failed")),
  "is rejected with nothing": rejects(),
};

const revocable = (token, isForm = false) => ({ token, isForm, key: "" });

/** What is left of it without a service. */
const LEFT = { kind: "tokens", tokens: [revocable("refresh-made-up")] };

/** A made-up session. */
const RECORD = recordOf("access-made-up", "refresh-made-up", { login: "sp1.f.made-up" });

const SIGNED_OUT = { status: "signed-out" };

/** A login that was approved, on a host that fails from then on: gives the app and the callback's address. */
const approved = async (otherwise) => {
  const failing = {};
  const app = createApp(
    Object.fromEntries(
      Object.keys(otherwise).map((name) => [name, (...given) => (failing[name] ?? plain[name])(...given)]),
    ),
  );
  const plain = app.host.plain;
  await app.login();
  Object.assign(failing, otherwise);
  return { ...app, url: app.service.approve(app.host.callsOf("open")[0][0]) };
};

test("without random numbers there is no login", async () => {
  const octets = (count) => new Uint8Array(count);
  const wrong = {
    throws,
    "gives none": () => undefined,
    "gives too few": () => octets(47),
    "gives too many": () => octets(49),
    "gives them later": async (count) => octets(count),
    "gives what are no numbers": (count) => new Array(count),
    "gives what are no octets": (count) => new Array(count).fill(256),
    "gives fractions": (count) => Array.from({ length: count }, (_, at) => (at + 0.5) / count),
  };
  for (const [how, random] of Object.entries(wrong)) {
    const { host, login } = createApp({ random });
    assert.equal((await failureOf(login())).code, "internal", how);
    assert.deepEqual(host.callsOf("write"), [], how);
    assert.deepEqual(host.callsOf("open"), [], how);
  }
});

test("a login that cannot be stored does not leave", async () => {
  const wrong = { ...FAILURES, "says no": () => false, "says nothing": () => undefined, "says 1": async () => 1 };
  for (const [how, write] of Object.entries(wrong)) {
    const { host, login } = createApp({ write });
    assert.equal((await failureOf(login())).code, "storage_unavailable", how);
    assert.deepEqual(host.callsOf("open"), [], how);
  }
});

test("what cannot be read is not there, whatever the host said instead", async () => {
  const wrong = { ...FAILURES, "is rejected with a record": rejects(RECORD), "gives no text": () => [RECORD] };
  for (const [how, read] of Object.entries(wrong)) {
    const { readStatus } = createApp({ read });
    assert.deepEqual(await readStatus(), SIGNED_OUT, how);
  }
  const { readStatus } = createApp({ read: () => RECORD });
  assert.equal((await readStatus()).status, "signed-in");
});

test("a login does not depend on the clean-up of others", async () => {
  const wrong = { ...FAILURES, "gives no list": () => ({ length: 1, 0: "stagepass/login/x" }) };
  for (const [how, fails] of Object.entries(wrong)) {
    const { host, login } = createApp({ keys: fails, remove: fails });
    assert.equal((await login()).kind, "redirecting", how);
    assert.equal(host.callsOf("open").length, 1, how);
  }
});

test("a browser that fails to open, and a clock that stands, bring nothing down", async () => {
  for (const [how, open] of Object.entries(FAILURES)) {
    const { login, readStatus } = createApp({ open, now: throws });
    assert.equal((await login()).kind, "redirecting", how);
    assert.deepEqual(await readStatus(), SIGNED_OUT, how);
  }
});

test("where there are no locks, a code is exchanged all the same", async () => {
  const wrong = { ...FAILURES, "gives no function": async () => ({}), "gives null": () => null };
  for (const [how, lock] of Object.entries(wrong)) {
    const { url, handleRedirect } = await approved({ lock });
    assert.equal((await handleRedirect(url)).kind, "signed-in", how);
  }
});

test("who does not get the lock in time sends nothing", async () => {
  const { service, url, handleRedirect } = await approved({ lock: async () => undefined });
  assert.equal((await failureOf(handleRedirect(url))).code, "transaction_lost");
  assert.equal(service.requests.length, 0);

  const { host, accessToken, ...app } = createApp({ lock: () => undefined });
  host.stored.local.set(SESSION, RECORD);
  assert.equal((await failureOf(accessToken({ forceRefresh: true }))).code, "timeout");
  assert.equal(app.service.requests.length, 0);
});

test("a service that cannot be reached is told, and the session is kept", async () => {
  const wrong = {
    ...FAILURES,
    "is rejected with an answer": rejects({ status: 200, text: "{}" }),
    "gives null": () => null,
    "gives no text": () => ({ status: 200 }),
    "gives no status": () => ({ status: "200", text: "{}" }),
  };
  for (const [how, post] of Object.entries(wrong)) {
    const { host, accessToken } = createApp({ post });
    host.stored.local.set(SESSION, RECORD);
    assert.equal((await failureOf(accessToken({ forceRefresh: true }))).code, "network", how);
    assert.equal(host.stored.local.get(SESSION), RECORD, how);
    assert.equal(host.held.size, 0, how);
  }
});

test("a service that does not answer in time is told, and the session is kept", async () => {
  for (const post of [() => undefined, async () => undefined]) {
    const { host, accessToken } = createApp({ post });
    host.stored.local.set(SESSION, RECORD);
    assert.equal((await failureOf(accessToken({ forceRefresh: true }))).code, "timeout");
    assert.equal(host.stored.local.get(SESSION), RECORD);
  }
});

test("what the service says is told, with its status", async () => {
  const uri = "https://docs.example/invalid_grant";
  const body = { error: "invalid_grant", error_description: "Größe: that code was used.", error_uri: uri };
  const { url, host, handleRedirect } = await approved({ post: () => ({ status: 400, text: JSON.stringify(body) }) });
  assert.deepEqual(await failureOf(handleRedirect(url)), {
    code: "exchange_refused",
    status: 400,
    description: body.error_description,
    oauthError: body.error,
    errorUri: uri,
  });
  assert.equal(host.held.size, 0);

  const html = await approved({ post: () => ({ status: 502, text: "<html>" }) });
  assert.deepEqual(await failureOf(html.handleRedirect(html.url)), {
    code: "request_failed",
    status: 502,
  });

  const { handleRedirect: denied, login, host: other } = createApp();
  await login();
  const state = new URL(other.callsOf("open")[0][0]).searchParams.get("state");
  const answer = new URLSearchParams({ error: "access_denied", error_description: "No.", state, iss: BASE_URL });
  assert.deepEqual(await failureOf(denied(`${REDIRECT_URI}?${answer}`)), {
    code: "access_denied",
    description: "No.",
    oauthError: "access_denied",
  });
});

test("a session that cannot be stored is one all the same", async () => {
  const { url, handleRedirect } = await approved({ write: async () => false });
  assert.equal((await handleRedirect(url)).kind, "signed-in");
});

test("a lock is let go once, however the flow ends, and by a function that may throw", async () => {
  const endings = {
    "signed in": {},
    refused: { post: () => ({ status: 400, text: '{"error":"invalid_grant"}' }) },
    offline: { post: throws },
    "no login": { read: () => null },
  };
  for (const [how, otherwise] of Object.entries(endings)) {
    let released = 0;
    const lock = () => () => {
      released++;
      throws();
    };
    const { url, handleRedirect } = await approved({ ...otherwise, lock });
    await handleRedirect(url).catch(() => undefined);
    assert.equal(released, 1, how);
  }
});

test("a call that was given up before it began asks for nothing", async () => {
  const { host, login, handleRedirect, readStatus } = createApp();
  const signal = { aborted: true };
  for (const call of [
    login({ signal }),
    handleRedirect(`${REDIRECT_URI}?state=sp1.f.x`, { signal }),
    readStatus({ signal }),
  ]) {
    assert.equal((await failureOf(call)).code, "aborted");
  }
  assert.deepEqual(host.calls, []);
});

test("a login that is given up while it is stored opens nothing", async () => {
  const signal = { aborted: false };
  const { host, login } = createApp({ write: async () => (signal.aborted = true) });
  assert.deepEqual(await login({ signal }), { kind: "redirecting" });
  assert.deepEqual(host.callsOf("open"), []);
});

test("a call that is given up while it waits for a lock lets go of the lock", async () => {
  const signal = { aborted: false };
  let released = 0;
  const lock = async () => {
    signal.aborted = true;
    return () => released++;
  };
  const { service, url, handleRedirect } = await approved({ lock });
  assert.equal((await failureOf(handleRedirect(url, { signal }))).code, "aborted");
  assert.deepEqual([released, service.requests.length], [1, 0]);
});

test("a call that is given up while the service thinks ends as such", async () => {
  for (const answer of [undefined, { status: 200, text: '{"access_token":"a","refresh_token":"r"}' }]) {
    const signal = { aborted: false };
    const post = async (_url, _body, _within, given) => {
      given.aborted = true;
      return answer;
    };
    const { url, host, handleRedirect } = await approved({ post });
    assert.equal((await failureOf(handleRedirect(url, { signal }))).code, "aborted");
    assert.equal(host.stored.local.size, 0);
    assert.equal(host.held.size, 0);
  }
});

test("new tokens are stored, even where the call is given up as they are", async () => {
  const signal = { aborted: false };
  const { host, service, accessToken, signIn } = createApp({
    read: async (...given) => {
      // The last time is after the service has answered.
      signal.aborted = service.requests.length === 2;
      return host.plain.read(...given);
    },
  });
  await signIn();
  const token = await accessToken({ forceRefresh: true, signal });
  assert.ok(signal.aborted, "it should have been given up meanwhile");
  assert.equal(JSON.parse(host.stored.local.get(SESSION)).accessToken, token.token);
});

test("what a logout returns is revoked again", async () => {
  let answer = {};
  const { host, logout, revoke } = createApp({
    post: () => {
      if (!answer.status) throw new Error("offline");
      return answer;
    },
  });
  for (const [status, left] of [
    [undefined, LEFT],
    [503, LEFT],
    [400, { kind: "refused" }],
    [200, { kind: "nothing" }],
  ]) {
    answer = { status, text: "" };
    host.stored.local.set(SESSION, RECORD);
    assert.deepEqual(await logout(), left);
    assert.equal(host.stored.local.size, 0);
    assert.deepEqual(await revoke(LEFT.tokens), left);
    assert.equal(host.stored.local.size, 0);
  }
});

test("what is left of several sessions stays apart", async () => {
  const answers = { "refresh-1": 503, "refresh-2": 200, "refresh-3": 503 };
  const post = (_url, body) => ({ status: answers[JSON.parse(body).token], text: "" });
  const { revoke } = createApp({ post });
  const { kind, tokens } = await revoke(Object.keys(answers).map((token) => revocable(token)));
  assert.deepEqual([kind, tokens.map(({ token }) => token).toSorted()], ["tokens", ["refresh-1", "refresh-3"]]);
  assert.deepEqual(await revoke([revocable("refresh-2")]), { kind: "nothing" });
});

test("what is left of a session with forms is a form", async () => {
  const types = [];
  const post = (_url, _body, _within, _signal, type) => {
    types.push(type);
    throw new Error("offline");
  };
  const { host, logout, revoke } = createApp({ post });
  host.stored.local.set(SESSION, RECORD.replace('"isForm":false', '"isForm":true'));
  const left = await logout();
  assert.deepEqual(left, { kind: "tokens", tokens: [revocable("refresh-made-up", true)] });
  assert.deepEqual(await revoke(left.tokens), left);
  assert.deepEqual(types, [FORM, FORM]);
});

test("a logout that is given up as it reads still revokes", async () => {
  const signal = { aborted: false };
  const { host, service, logout } = createApp({
    read: async () => {
      signal.aborted = true;
      return RECORD;
    },
  });
  await logout({ signal });
  assert.deepEqual(host.callsOf("remove")[0], ["local", SESSION]);
  assert.deepEqual(service.requests, [
    ["/oauth/revoke", { token: "refresh-made-up", client_id: SESSION.split(" ").at(-1) }, "application/json"],
  ]);
});

/** How their calls end among others. */
const REACHED = [
  "redirecting",
  "signed-in",
  "signed-out",
  "token",
  "nothing",
  "tokens",
  "aborted",
  "network",
  "storage_unavailable",
];

/** Values that no host should return, although some will. */
const JUNK = [
  undefined,
  null,
  true,
  0,
  Number.NaN,
  -1,
  "",
  RECORD,
  {},
  [],
  [7, null],
  { status: Number.NaN, text: "[" },
];

test("whatever a host does, every call ends with a code, and every lock is let go", async () => {
  const random = new Random("hosts that fail");
  const endings = new Set();
  for (let count = 0; count < 600; count++) {
    const signal = { aborted: false };
    const chance = random.pick(0, 0.05, 0.3);
    const failing = (name, mayReject) => [
      name,
      (...given) => {
        if (random.chance(0.01)) signal.aborted = true;
        if (!random.chance(chance)) return host.plain[name](...given);
        const junk = random.pick(...JUNK);
        if (random.chance(0.3)) throw junk;
        return mayReject && random.chance(0.5) ? Promise.reject(junk) : junk;
      },
    ];
    const names = ["read", "write", "remove", "keys", "open", "lock", "post"].map((name) => failing(name, true));
    const { core, host, service, login, handleRedirect, ...app } = createApp(
      Object.fromEntries([...names, failing("random", false), failing("now", false)]),
    );
    const end = async (call) => {
      const how = await call.then(
        ({ kind, status }) => kind ?? status ?? "token",
        (thrown) => failureOf(Promise.reject(thrown)).then(({ code }) => code),
      );
      endings.add(how);
    };
    await end(login({ signal }));
    const [url] = host.callsOf("open").at(-1) ?? [];
    if (url) await end(handleRedirect(service.approve(url), { signal }));
    for (const call of ["readStatus", "accessToken", "logout"]) {
      await end(app[call]({ signal, forceRefresh: true }));
    }
    await end(app.revoke(["refresh-made-up"], { signal }));
    assert.equal(host.held.size, 0, `locks of host ${count}`);
    // It has not trapped: it still answers.
    assert.deepEqual(await core.readStatus(CONFIG, { host: { read: () => null } }), SIGNED_OUT);
  }
  for (const reached of REACHED) {
    assert.ok(endings.has(reached), `${reached} should be among ${[...endings].join(", ")}`);
  }
});
