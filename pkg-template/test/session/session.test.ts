import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Revocation, SessionStatus } from "../../src/glue.js";
import type { SessionState, Stagepass, StagepassEvents } from "../../src/types.js";
import {
  browser,
  CONFIG,
  core,
  deferred,
  EXPIRED,
  freshFacade,
  listening,
  page,
  pretendBrowser,
  SIGNED_OUT,
  seen,
  settled,
  signedIn,
  started,
  storageChanged,
  USER,
  visibility,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };
const { stagepass, StagepassError } = await freshFacade();

/** What this browser's storage says of the session. */
let standing: SessionStatus = SIGNED_OUT;

beforeEach(() => {
  Object.assign(core, usual, { readStatus: () => standing });
  Object.assign(page, usualPage);
  standing = SIGNED_OUT;
  seen.unhandled.length = 0;
});

const clients: Stagepass[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

const SESSION = "stagepass/session/local https://music.example/v1  key 0x58";
const EVENTS = ["signed-in", "signed-out", "expired", "refreshed", "error"] as const;

/** A client that is ready, its session, and all that it reports from the start. */
const opened = async () => {
  const sp = stagepass(CONFIG);
  clients.push(sp);
  const reported: string[] = [];
  const { session } = sp.oauth;
  session.subscribe(() => reported.push(`now ${session.get().status}`));
  for (const name of EVENTS) {
    sp.on(name, (event: StagepassEvents[typeof name]) => {
      reported.push(`${name} ${"code" in event ? event.code : event.status}`);
    });
  }
  assert.deepEqual(session.get(), { status: "loading" });
  await sp.ready();
  await started();
  return { sp, session, reported, take: () => reported.splice(0) };
};

/** Another tab has changed the session, and the browser reports the change. */
const elsewhere = async (next: SessionStatus) => {
  standing = next;
  storageChanged(SESSION);
  await settled();
};

test("a page learns how it stands, and that is no event: it was so before", async () => {
  for (const [given, state] of [
    [SIGNED_OUT, { status: "signed-out" }],
    [signedIn("read", "a"), { status: "signed-in", scope: "read" }],
    [EXPIRED, { status: "expired" }],
  ] as [SessionStatus, SessionState][]) {
    standing = given;
    const { session, take } = await opened();
    assert.deepEqual([session.get(), take()], [state, [`now ${state.status}`]]);
  }
});

test("what another tab does is told here, each once", async () => {
  const { take, session } = await opened();
  take();
  await elsewhere(signedIn("write", "a"));
  assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
  await elsewhere(signedIn("write", "a", 2));
  assert.deepEqual(take(), ["refreshed signed-in"]);
  await elsewhere(signedIn("read", "a", 3));
  assert.deepEqual(take(), ["now signed-in", "refreshed signed-in"]);
  assert.deepEqual(session.get(), { status: "signed-in", scope: "read" });
  await elsewhere(signedIn("write", "b", 4));
  assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
  await elsewhere(EXPIRED);
  assert.deepEqual(take(), ["now expired", "expired expired"]);
  await elsewhere(SIGNED_OUT);
  assert.deepEqual(take(), ["now signed-out", "signed-out signed-out"]);
  await elsewhere(SIGNED_OUT);
  storageChanged(null);
  await settled();
  assert.deepEqual(take(), []);
});

test("cleared storage signs out here at once", async () => {
  const { take } = await opened();
  await elsewhere(signedIn("read", "a"));
  take();
  standing = SIGNED_OUT;
  storageChanged(null);
  await settled();
  assert.deepEqual(take(), ["now signed-out", "signed-out signed-out"]);
});

test("a page that is turned to again looks again: not every store tells of itself", async () => {
  const { take } = await opened();
  take();
  standing = signedIn("read", "a");
  visibility.dispatchEvent(new Event("visibilitychange"));
  await settled();
  assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
  standing = SIGNED_OUT;
  browser.dispatchEvent(new Event("pageshow"));
  await settled();
  assert.deepEqual(take(), ["now signed-out", "signed-out signed-out"]);
});

test("a page that is hidden does not look: in the back/forward cache, a request for the core would never end", async () => {
  const { take } = await opened();
  take();
  standing = signedIn("read", "a");
  const page = document as { hidden: boolean };
  page.hidden = true;
  visibility.dispatchEvent(new Event("visibilitychange"));
  await settled();
  assert.deepEqual(take(), []);
  page.hidden = false;
  visibility.dispatchEvent(new Event("visibilitychange"));
  await settled();
  assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
});

test("the clients of one page learn of each other, and of a login that was finished without one", async () => {
  const [first, second] = [await opened(), await opened()];
  const other = await freshFacade();
  core.logout = async () => {
    standing = SIGNED_OUT;
    return { kind: "nothing" };
  };
  await elsewhere(signedIn("write", "a"));
  first.take();
  second.take();
  await first.sp.oauth.logout();
  await settled();
  assert.deepEqual([first.take(), second.take()], Array(2).fill(["now signed-out", "signed-out signed-out"]));
  core.handleRedirect = async () => {
    standing = signedIn("read", "b", 2);
    return { kind: "handed-over" };
  };
  await other.handleRedirect();
  await settled();
  assert.deepEqual([first.take(), second.take()], Array(2).fill(["now signed-in", "signed-in signed-in"]));
});

test("a redirect that nobody waits for any more is finished, and told", async () => {
  const { sp, take } = await opened();
  take();
  const answer = deferred<unknown>();
  core.handleRedirect = () => answer.promise;
  const abort = new AbortController();
  const call = sp.oauth.handleRedirect(undefined, { signal: abort.signal });
  await settled();
  abort.abort();
  await assert.rejects(call, { code: "aborted" });
  standing = signedIn("read", "b", 2);
  answer.resolve({ kind: "handed-over" });
  await settled();
  assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
});

test("other people's keys are nobody's business here", async () => {
  await opened();
  let looks = 0;
  core.readStatus = () => {
    looks++;
    return standing;
  };
  storageChanged("theme");
  storageChanged("stagepass/transaction/x");
  await settled();
  assert.equal(looks, 0);
});

test("login: told before it resolves, then who it is; a renewal keeps the person; another login has another", async () => {
  const { sp, session, take } = await opened();
  take();
  core.login = async (...values) => {
    await settled();
    standing = signedIn("write", "a");
    return usual.login(...values);
  };
  page.service = async () => {
    assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
    return Response.json(USER);
  };
  await sp.oauth.login({ scope: "write" });
  assert.deepEqual(take(), ["now signed-in"]);
  page.service = usualPage.service;
  const before = session.get();
  assert.deepEqual(before, { status: "signed-in", scope: "write", user: USER });
  await sp.oauth.getUser();
  await elsewhere(signedIn("write", "a", 2));
  assert.equal(session.get(), before);
  assert.deepEqual(take(), ["refreshed signed-in"]);
  await elsewhere(signedIn("write", "b", 3));
  assert.deepEqual(session.get(), { status: "signed-in", scope: "write" });
});

test("login: where the core was loaded by it, that somebody has signed in is told all the same", async () => {
  const { stagepass } = await freshFacade();
  page.fetch = () => Promise.reject(new TypeError("offline"));
  const sp = stagepass(CONFIG);
  await assert.rejects(sp.ready(), { code: "load_failed" });
  assert.deepEqual(sp.oauth.session.get(), { status: "loading" });
  page.fetch = usualPage.fetch;
  const states: SessionState[] = [];
  sp.on("signed-in", (state) => states.push(state));
  core.login = async (...values) => {
    standing = signedIn("read", "a");
    return usual.login(...values);
  };
  await sp.oauth.login({ scope: "read" });
  assert.deepEqual(states, [{ status: "signed-in", scope: "read" }]);
});

test("logout: told as soon as the session is gone, not when the service has answered", async () => {
  standing = signedIn("write", "a");
  const { sp, take } = await opened();
  take();
  const answer = deferred<Revocation>();
  core.logout = () => {
    standing = SIGNED_OUT;
    return answer.promise;
  };
  const logout = sp.oauth.logout();
  await settled();
  assert.deepEqual(take(), ["now signed-out", "signed-out signed-out"]);
  answer.resolve({ kind: "nothing" });
  await logout;
  assert.deepEqual(take(), []);
});

test("the end of a session is told once, whoever notices it first and however many wait", async () => {
  standing = signedIn("write", "a");
  const { sp, take } = await opened();
  take();
  core.accessToken = async () => {
    standing = EXPIRED;
    throw { code: 20 };
  };
  const calls = [sp.oauth.getUser(), sp.fetch("me"), sp.oauth.getAccessToken()];
  for (const call of calls) await assert.rejects(call, { code: "session_expired" });
  storageChanged(SESSION);
  await settled();
  const reported = take();
  assert.deepEqual(
    reported.filter((event) => !event.startsWith("error")),
    ["now expired", "expired expired"],
  );
  assert.deepEqual(
    reported.filter((event) => event.startsWith("error")),
    ["error session_expired"],
  );
});

test("who it is belongs to the login that was there when it was asked", async () => {
  standing = signedIn("write", "a");
  const { sp, session } = await opened();
  const answer = deferred<Response>();
  page.service = () => answer.promise;
  const request = sp.oauth.getUser();
  await settled();
  await elsewhere(signedIn("write", "b", 2));
  answer.resolve(Response.json(USER));
  assert.deepEqual(await request, USER);
  assert.deepEqual(session.get(), { status: "signed-in", scope: "write" });
});

test("every call that is rejected is told, but for those that were meant to be", async () => {
  const { sp, take } = await opened();
  take();
  core.accessToken = () => Promise.reject({ code: 9 });
  await assert.rejects(sp.fetch("me"), { code: "network" });
  await assert.rejects(sp.fetch("https://evil.example"), { code: "option_invalid" });
  await assert.rejects(sp.tracks.get(-1), { code: "option_invalid" });
  await assert.rejects(sp.oauth.login({ scope: "read", appState: 1n }), { code: "option_invalid" });
  await assert.rejects(sp.fetch("me", { signal: AbortSignal.abort() }), { code: "aborted" });
  assert.deepEqual(take(), ["error network", "error option_invalid", "error option_invalid", "error option_invalid"]);
  await settled();
  assert.deepEqual(seen.unhandled, []);
});

test("a listener that throws is reported as uncaught, and the others are called", async ({ mock }) => {
  const { take } = await opened();
  const uncaught: unknown[] = [];
  mock.method(globalThis, "setTimeout", (work: () => void) => {
    try {
      work();
    } catch (thrown) {
      uncaught.push(thrown);
    }
  });
  const other = stagepass(CONFIG);
  await other.ready();
  const called: string[] = [];
  const fault = new Error("mine");
  other.on("signed-in", () => {
    throw fault;
  });
  other.on("signed-in", () => called.push("second"));
  take();
  await elsewhere(signedIn("read", "a"));
  assert.deepEqual([called, uncaught], [["second"], [fault]]);
  assert.deepEqual(take(), ["now signed-in", "signed-in signed-in"]);
  other.dispose();
});

test("a listener is called until it is ended: by what `on` gave, by its signal, or by another that was called first", async () => {
  const { sp } = await opened();
  const called: string[] = [];
  const abort = new AbortController();
  const once = sp.on("signed-in", () => {
    called.push("once");
    once();
    last();
  });
  sp.on("signed-in", () => called.push("signal"), { signal: abort.signal });
  const last = sp.on("signed-in", () => called.push("last"));
  sp.on("signed-in", () => called.push("never"), { signal: AbortSignal.abort() });
  await elsewhere(signedIn("read", "a"));
  assert.deepEqual(called.splice(0), ["once", "signal"]);
  abort.abort();
  await elsewhere(signedIn("read", "b"));
  assert.deepEqual(called, []);
});

test("the same function twice is two listeners", async () => {
  const { sp } = await opened();
  let calls = 0;
  const count = () => calls++;
  const off = sp.on("signed-in", count);
  sp.on("signed-in", count);
  await elsewhere(signedIn("read", "a"));
  off();
  off();
  await elsewhere(signedIn("read", "b"));
  assert.equal(calls, 3);
});

test("dispose: nothing is told any more, nothing listens any more, whoever is signed in stays so", async () => {
  const before = listening();
  const { sp, session, take } = await opened();
  assert.equal(listening(), before + 4);
  take();
  const { signal } = new AbortController();
  let onSignal = 0;
  const count = (by: number) => () => {
    onSignal += by;
  };
  Object.assign(signal, { addEventListener: count(1), removeEventListener: count(-1) });
  sp.on("signed-in", () => {}, { signal });
  assert.equal(onSignal, 1);
  sp.dispose();
  sp.dispose();
  assert.deepEqual([listening(), onSignal], [before, 0]);
  sp.on("signed-in", () => assert.fail("told after the end"), { signal })();
  session.subscribe(() => assert.fail("told after the end"));
  assert.equal(onSignal <= 0, true);
  await elsewhere(signedIn("read", "a"));
  assert.equal(await sp.oauth.isAuthenticated(), true);
  core.accessToken = () => Promise.reject({ code: 9 });
  await assert.rejects(sp.fetch("me"), { code: "network" });
  assert.deepEqual(take(), []);
});

test("a failure that several calls wait for is one event; the class is the package's own", async () => {
  const { sp } = await opened();
  const errors: unknown[] = [];
  sp.on("error", (error) => errors.push(error));
  core.handleRedirect = () => Promise.reject({ code: 17 });
  const calls = await Promise.allSettled([sp.oauth.handleRedirect(), sp.oauth.handleRedirect()]);
  assert.deepEqual(
    calls.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(errors.length, 1);
  assert.ok(errors[0] instanceof StagepassError);
});
