// What is stored of a session and its user, as a page shows it before the core has loaded and after a reload.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { SessionStatus } from "../../src/glue.js";
import type { SessionState, Stagepass, StagepassConfig } from "../../src/types.js";
import {
  CONFIG,
  core,
  deferred,
  EXPIRED,
  freshFacade,
  page,
  pretendBrowser,
  SIGNED_OUT,
  seen,
  settled,
  signedIn,
  started,
  storageChanged,
  USER,
  until,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };

class Shelf extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
  key = () => null;
  length = 0;
}

const local = new Shelf();
const session = new Shelf();
const REST = `local ${CONFIG.baseUrl}  key ${CONFIG.apiKey}`;
const SESSION = `stagepass/session/${REST}`;
const PROFILE = `stagepass/user/${REST}`;
const HINT = `stagepass/hint/${REST}`;
const SIGNED_IN_HINT = JSON.stringify({ version: 1, scope: "write", login: "a" });
const KEPT = JSON.stringify({ login: "a", user: USER });
const STALE = { ...USER, verified: undefined, stale: true };

let standing: SessionStatus = SIGNED_OUT;

beforeEach(() => {
  Object.assign(core, usual, { readStatus: () => standing });
  Object.assign(page, usualPage);
  Object.assign(globalThis, { localStorage: local, sessionStorage: session });
  local.clear();
  session.clear();
  standing = SIGNED_OUT;
  seen.requests.length = 0;
});

const clients: Stagepass[] = [];
afterEach(async () => {
  // A client of one test must not ask in the next.
  await started();
  for (const client of clients.splice(0)) client.dispose();
});

/** Creates a client on a page that was just opened, before the core has loaded. Returns the states of its session. */
const reload = async (more: Partial<StagepassConfig> = {}) => {
  const { stagepass } = await freshFacade();
  const sp = stagepass({ ...CONFIG, ...more } as StagepassConfig);
  clients.push(sp);
  const states = [sp.oauth.session.get()];
  sp.oauth.session.subscribe(() => states.push(sp.oauth.session.get()));
  const events: string[] = [];
  for (const name of ["signed-in", "signed-out", "expired", "error"] as const) sp.on(name, () => events.push(name));
  return { sp, states, events };
};

test("the state is known when the client is created, and the core confirms it without a change or an event", async () => {
  for (const [hint, state, confirmed] of [
    [undefined, { status: "signed-out" }, SIGNED_OUT],
    ['{"version":1,"expired":true}', { status: "expired" }, EXPIRED],
    [SIGNED_IN_HINT, { status: "signed-in", scope: "write" }, signedIn("write", "a")],
    [SIGNED_IN_HINT.replace("write", ""), { status: "signed-in" }, signedIn(undefined, "a")],
    ...[
      "null",
      "1",
      "[]",
      '{"scope":"write"}',
      SIGNED_IN_HINT.replace("1", "2"),
      SIGNED_IN_HINT.replace("1", '"1"'),
    ].map((other) => [other, { status: "signed-out" }, SIGNED_OUT]),
  ] as [string | undefined, SessionState, SessionStatus][]) {
    local.clear();
    if (hint !== undefined) local.set(HINT, hint);
    standing = confirmed;
    const { sp, states, events } = await reload();
    await sp.ready();
    assert.deepEqual([states, events], [[state], []], hint);
  }
});

test("what the core corrects, or another tab has changed since, is an event", async () => {
  local.set(HINT, SIGNED_IN_HINT);
  const { sp, states, events } = await reload();
  await sp.ready();
  assert.deepEqual(
    states.map(({ status }) => status),
    ["signed-in", "signed-out"],
  );
  assert.deepEqual(events, ["signed-out"]);
});

test("the session is found where it is stored, for each account, and under a base URL with a slash", async () => {
  const own = new Shelf();
  const rest = `${CONFIG.baseUrl} ada%40work key ${CONFIG.apiKey}`;
  local.set(`stagepass/hint/local ${rest}`, SIGNED_IN_HINT);
  session.set(`stagepass/hint/session ${rest}`, SIGNED_IN_HINT);
  own.set(`stagepass/hint/custom ${rest}`, SIGNED_IN_HINT);
  for (const storage of ["local", "session", own] as const) {
    const { states } = await reload({ accountKey: "ada@work", baseUrl: `${CONFIG.baseUrl}/`, storage });
    assert.equal(states[0]?.status, "signed-in");
  }
  assert.equal((await reload({ storage: "session" })).states[0]?.status, "signed-out");
});

test("what only the core can read is loading", async () => {
  const throws = () => {
    throw new Error("denied");
  };
  const broken = { length: 0, key: throws, getItem: throws, setItem: throws, removeItem: throws };
  const slow = { ...broken, getItem: async () => SIGNED_IN_HINT } as unknown as Storage;
  local.set(HINT, SIGNED_IN_HINT);
  for (const more of [{ storage: "memory" }, { storage: broken }, { storage: slow }, { accountKey: "it's" }] as const) {
    const { states } = await reload(more);
    assert.deepEqual(states, [{ status: "loading" }]);
  }
  Object.defineProperty(globalThis, "localStorage", { get: throws, configurable: true });
  assert.deepEqual((await reload()).states, [{ status: "loading" }]);
  Object.defineProperty(globalThis, "localStorage", { value: local, configurable: true, writable: true });
});

/** What the core returns for a finished login, whose profile is this text. */
const endOf = (user: string | undefined) => ({
  kind: "signed-in" as const,
  client: "c",
  baseUrl: CONFIG.baseUrl,
  login: "a",
  appState: "",
  user,
});

test("a login stores its profile, and a logout, an expiry and another login delete it", async () => {
  const { sp, states } = await reload();
  core.login = async () => {
    standing = signedIn("write", "a");
    return endOf(JSON.stringify(USER));
  };
  for (const next of [SIGNED_OUT, EXPIRED, signedIn("write", "b")]) {
    const result = await sp.oauth.login({ scope: "write" });
    assert.deepEqual(result, { kind: "signed-in", user: USER });
    assert.deepEqual(states.at(-1), { status: "signed-in", scope: "write", user: USER });
    assert.equal(local.get(PROFILE), KEPT);
    standing = next;
    storageChanged(SESSION);
    await settled();
    assert.equal(local.has(PROFILE), false);
  }
  assert.deepEqual(seen.requests, [], "the service was not asked for the user");
});

test("a login by popup has its user from the first change on, so an app that needs the user does not ask for it", async () => {
  const { sp, states } = await reload();
  const users: unknown[] = [];
  sp.on("signed-in", ({ user }) => users.push(user));
  // As `useUser` and the samples of other frameworks do.
  sp.oauth.session.subscribe(() => {
    const { status, user } = sp.oauth.session.get();
    if (status === "signed-in" && !user) void sp.oauth.getUser();
  });
  await sp.ready();
  core.login = async () => {
    standing = signedIn("write", "a");
    return endOf(JSON.stringify(USER));
  };
  await sp.oauth.login({ scope: "write" });
  await settled();
  assert.deepEqual(states.slice(1), [{ status: "signed-in", scope: "write", user: USER }]);
  assert.deepEqual(users, [USER]);
  assert.equal(local.get(PROFILE), KEPT);
  assert.deepEqual(seen.requests, []);
});

test("a login asks the service if the profile of the token response is missing or not a user", async () => {
  for (const user of [undefined, "", "{", "null", "7", '{"userId":"7","name":"Ada","handle":"ada"}']) {
    const { sp } = await reload();
    standing = signedIn("write", "a");
    core.login = async () => endOf(user);
    core.handleRedirect = core.login;
    seen.requests.length = 0;
    assert.deepEqual(await sp.oauth.login({ scope: "write" }), { kind: "signed-in", user: USER });
    assert.deepEqual(await sp.oauth.handleRedirect(), { kind: "signed-in", user: USER });
    assert.deepEqual(
      seen.requests.map(({ url }) => url),
      Array(2).fill(`${CONFIG.baseUrl}/me`),
    );
  }
});

test("a full-page login brings its user to the callback page, or to the page at which it ends", async () => {
  core.handleRedirect = async () => {
    standing = signedIn("write", "a");
    const login = { login: "a", appState: "7", user: JSON.stringify(USER) };
    return isLeaving
      ? { kind: "returning", ...login }
      : { kind: "signed-in", client: "c", baseUrl: CONFIG.baseUrl, ...login };
  };
  let isLeaving = false;
  const staying = await reload();
  const result = await staying.sp.oauth.handleRedirect();
  assert.deepEqual(result, { kind: "signed-in", user: USER, appState: 7 });
  await settled();
  assert.deepEqual(staying.sp.oauth.session.get().user, USER);
  assert.equal(local.get(PROFILE), KEPT);
  local.clear();

  isLeaving = true;
  await (await freshFacade()).handleRedirect();
  local.set(HINT, SIGNED_IN_HINT);
  const { sp, states, events } = await reload();
  assert.deepEqual(states[0]?.user, USER);
  await sp.ready();
  await settled();
  assert.deepEqual([states.length, events, local.get(PROFILE)], [1, ["signed-in"], KEPT]);
  assert.deepEqual(seen.requests, []);
});

test("after a reload the user is stale, until one background request has confirmed it", async () => {
  standing = signedIn("write", "a");
  local.set(HINT, SIGNED_IN_HINT);
  local.set(PROFILE, KEPT);
  const answer = deferred<Response>();
  page.service = () => answer.promise;
  const { sp, states } = await reload();
  assert.deepEqual(states, [{ status: "signed-in", scope: "write", user: STALE }]);
  await until(() => seen.requests.length > 0);
  assert.equal(states.length, 1);
  const own = sp.oauth.getUser();
  await settled();
  answer.resolve(Response.json({ ...USER, name: "Ada L." }));
  const renamed = { ...USER, name: "Ada L." };
  assert.deepEqual(await own, renamed);
  assert.deepEqual(states.at(-1)?.user, renamed);
  assert.equal(local.get(PROFILE), JSON.stringify({ login: "a", user: renamed }));
  storageChanged(SESSION);
  await settled();
  assert.equal(seen.requests.length, 1, "it shares the request, and there is no other");
});

test("a profile that cannot be confirmed stays stale, without an event", async () => {
  standing = signedIn("write", "a");
  local.set(HINT, SIGNED_IN_HINT);
  local.set(PROFILE, KEPT);
  page.service = async () => Response.json({}, { status: 500 });
  const { states, events } = await reload();
  await until(() => seen.requests.length > 0);
  await settled();
  storageChanged(SESSION);
  await settled();
  assert.deepEqual(
    [states, events, seen.requests.length],
    [[{ status: "signed-in", scope: "write", user: STALE }], [], 1],
  );
  assert.deepEqual(seen.unhandled, []);
});

test("a stored profile that is of another login, malformed or huge is ignored and removed", async () => {
  standing = signedIn("write", "a");
  for (const text of [
    JSON.stringify({ login: "b", user: USER }),
    JSON.stringify({ user: USER }),
    JSON.stringify({ login: "a" }),
    JSON.stringify({ login: "a", user: { ...USER, name: 7 } }),
    JSON.stringify({ login: "a", user: { ...USER, name: "x".repeat(10_000) } }),
    "{",
    "null",
    "7",
  ]) {
    local.set(HINT, SIGNED_IN_HINT);
    local.set(PROFILE, text);
    const { sp, states } = await reload();
    await sp.ready();
    assert.deepEqual(states, [{ status: "signed-in", scope: "write" }], text.slice(0, 80));
    assert.equal(local.has(PROFILE), false);
  }
  assert.deepEqual(seen.requests, []);
  // What is stored is read as a response is: an unknown member is left out.
  local.set(PROFILE, JSON.stringify({ login: "a", user: { ...USER, admin: true } }));
  assert.deepEqual((await reload()).states[0]?.user, STALE);
});

test("a huge profile is not stored, and neither is one of a session in memory", async () => {
  core.login = async () => {
    standing = signedIn("write", "a");
    const user = JSON.stringify({ ...USER, name: "x".repeat(10_000) });
    return { kind: "signed-in", client: "c", baseUrl: CONFIG.baseUrl, login: "a", appState: "", user };
  };
  const { sp } = await reload();
  await sp.oauth.login({ scope: "write" });
  core.login = async () => ({
    kind: "signed-in",
    client: "c",
    baseUrl: CONFIG.baseUrl,
    login: "a",
    appState: "",
    user: JSON.stringify(USER),
  });
  const memory = await reload({ storage: "memory" });
  await memory.sp.oauth.login({ scope: "write" });
  assert.deepEqual(memory.states.at(-1)?.user, USER);
  assert.equal(local.size + session.size, 0);
});
