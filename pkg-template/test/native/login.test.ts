import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stagepass } from "../../src/entry/index.js";
import { BASE, CALLBACK, Phone, peers, recordEvents, settled, USER } from "../support/phone.js";

peers({});

const HOUR = 60 * 60 * 1000;

test("a login is kept, then shown, then answered: once", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const shown = phone.browser.next();
  const login = oauth.login({ scope: "write", appState: { tab: "liked" } });
  const page = await shown;
  assert.deepEqual(phone.storage.logins, [`stagepass/login/${page.state}`]);
  const parameters = new URL(page.url).searchParams;
  assert.deepEqual([parameters.get("response_mode"), parameters.get("display")], ["query", "fullScreen"]);
  assert.equal(page.redirectUri, CALLBACK);
  page.end({ type: "success", url: page.answer });
  assert.deepEqual(await login, { kind: "signed-in", user: USER, appState: { tab: "liked" } });
  assert.deepEqual(phone.browser.words, ["warmUp", "open", "coolDown"]);
  assert.deepEqual([phone.exchanges, phone.storage.logins], [1, []]);
  assert.equal(oauth.session.get().status, "signed-in");
});

test("switchAccount shows the page with its parameters and the session's scope", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  for (const login of [
    () => oauth.login({ scope: "read", prompt: "login", loginHint: "a b" }),
    () => oauth.switchAccount({ uiLocales: "de en", maxAge: 60, extraParams: { campaign: "spring" } }),
  ]) {
    const shown = phone.browser.next();
    const result = login();
    const page = await shown;
    const parameters = new URL(page.url).searchParams;
    assert.equal(parameters.get("scope"), "read");
    assert.match(
      page.url,
      /&prompt=login&login_hint=a%20b$|&prompt=select_account&max_age=60&ui_locales=de%20en&campaign=/,
    );
    page.end({ type: "success", url: page.answer });
    assert.equal((await result).kind, "signed-in");
  }
});

test("the profile of the token response is taken, stored, and stale after a restart until it is confirmed", async () => {
  const phone = new Phone();
  const tokens = { access_token: "token-1", refresh_token: "token-2", expires_in: 3600, user: USER };
  phone.instead = (path) => (path === "/oauth/token" ? Promise.resolve(Response.json(tokens)) : undefined);
  const shown = phone.browser.next();
  const login = phone.start().oauth.login({ scope: "write" });
  const page = await shown;
  page.end({ type: "success", url: page.answer });
  assert.deepEqual(await login, { kind: "signed-in", user: USER });
  await settled();
  const profiles = () => [...phone.storage.kept.keys()].filter((key) => key.startsWith("stagepass/user/"));
  assert.deepEqual([phone.requests, profiles().length], [["/oauth/token"], 1]);

  const { oauth, ready } = phone.start();
  const states = [oauth.session.get()];
  oauth.session.subscribe(() => states.push(oauth.session.get()));
  await ready();
  await settled();
  const session = { status: "signed-in", scope: "write" };
  const stale = { ...USER, verified: undefined, stale: true };
  assert.deepEqual(states, [{ status: "loading" }, { ...session, user: stale }, { ...session, user: USER }]);
  assert.deepEqual(phone.requests, ["/oauth/token", "/me"]);
  await oauth.logout();
  await settled();
  assert.deepEqual(profiles(), []);
});

test("logout at the service opens its page in the browser, which returns to the app", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const metadata = { issuer: BASE, end_session_endpoint: `${BASE}/oauth/end-session` };
  phone.instead = (path) => (path.includes("/.well-known/") ? Promise.resolve(Response.json(metadata)) : undefined);
  for (const [type, opened] of [
    ["success", true],
    ["cancel", true],
    ["locked", false],
  ] as const) {
    const shown = phone.browser.next();
    const logout = oauth.logout({ service: true });
    const page = await shown;
    const { searchParams } = new URL(page.url);
    assert.equal(searchParams.get("post_logout_redirect_uri"), CALLBACK);
    phone.links.bring(CALLBACK);
    page.end({ type, url: CALLBACK });
    assert.deepEqual(await logout, { revoked: true, opened });
  }
});

test("an answer that comes as a link and by the browser counts once, whichever is first", async () => {
  for (const isLinkFirst of [true, false]) {
    const phone = new Phone();
    const { oauth } = phone.start();
    const shown = phone.browser.next();
    const login = oauth.login({ scope: "read" });
    const page = await shown;
    if (isLinkFirst) phone.links.bring(page.answer);
    page.end({ type: "success", url: page.answer });
    phone.links.bring(page.answer);
    phone.links.bring(page.answer);
    assert.deepEqual(await login, { kind: "signed-in", user: USER });
    await settled();
    phone.links.bring(page.answer);
    await settled();
    assert.equal(phone.exchanges, 1);
  }
});

test("a browser that a link was faster than is closed", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const shown = phone.browser.next();
  const login = oauth.login({ scope: "read" });
  phone.links.bring((await shown).answer);
  assert.equal((await login).kind, "signed-in");
  assert.deepEqual(phone.browser.words, ["warmUp", "open", "close", "coolDown"]);
});

test("who closes the browser has not signed in, until the answer comes as a link all the same", async () => {
  const phone = new Phone();
  const client = phone.start();
  const words = recordEvents(client);
  const shown = phone.browser.next();
  const login = client.oauth.login({ scope: "read" });
  const page = await shown;
  page.end({ type: "cancel" });
  await assert.rejects(login, { code: "popup_closed" });
  assert.deepEqual([words, phone.storage.logins.length], [["error popup_closed"], 1]);
  phone.links.bring(page.answer);
  await settled();
  assert.deepEqual(words, ["error popup_closed", "signed-in"]);
  assert.deepEqual(await client.oauth.getUser(), USER);
});

test("a browser that has gone is given three seconds for a link", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const type of ["dismiss", "something new"]) {
    const phone = new Phone();
    const { oauth } = phone.start();
    const shown = phone.browser.next();
    const login = oauth.login({ scope: "read" });
    const page = await shown;
    page.end({ type });
    await settled();
    context.mock.timers.tick(2_999);
    phone.links.bring(page.answer);
    assert.equal((await login).kind, "signed-in", type);
  }
});

test("a browser that has gone without a link was closed", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const phone = new Phone();
  const { oauth } = phone.start();
  const shown = phone.browser.next();
  const login = oauth.login({ scope: "read" });
  let isOver = false;
  login.catch(() => {
    isOver = true;
  });
  (await shown).end({ type: "dismiss" });
  await settled();
  context.mock.timers.tick(2_999);
  await settled();
  assert.equal(isOver, false);
  context.mock.timers.tick(1);
  await assert.rejects(login, { code: "popup_closed" });
  assert.equal(phone.storage.logins.length, 1);
});

test("the three seconds begin when somebody has the app before them", async (context) => {
  const listeners = new Set<(state: string) => void>();
  const AppState = {
    currentState: "background",
    addEventListener(_type: string, listener: (state: string) => void) {
      listeners.add(listener);
      return { remove: () => listeners.delete(listener) };
    },
  };
  peers({ "react-native": { AppState } });
  context.after(() => peers({}));
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const phone = new Phone();
  const { oauth } = phone.start();
  const shown = phone.browser.next();
  const login = oauth.login({ scope: "read" });
  (await shown).end({ type: "dismiss" });
  await settled();
  context.mock.timers.tick(20_000);
  AppState.currentState = "active";
  for (const listener of [...listeners]) listener("active");
  context.mock.timers.tick(2_999);
  const first = await Promise.race([login.then(String, String), settled()]);
  assert.equal(first, undefined);
  context.mock.timers.tick(1);
  await assert.rejects(login, { code: "popup_closed" });
});

test("a browser that cannot open is said to be blocked, and why", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  for (const how of ["locked", "rejected"]) {
    const shown = phone.browser.next();
    const login = oauth.login({ scope: "read" });
    const page = await shown;
    if (how === "locked") page.end({ type: "locked" });
    else page.fail("no browser here");
    await assert.rejects(login, (error: { cause?: unknown }) => {
      assert.equal(error.cause, how === "locked" ? undefined : "no browser here");
      return true;
    });
    await assert.rejects(login, { code: "popup_blocked", message: /^The browser could not be opened/ });
  }
});

test("a browser that cannot tell how it ended is waited for, as long as the login lives", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_800_000_000_000 });
  const phone = new Phone();
  const { oauth } = phone.start();
  for (const isAnswered of [true, false]) {
    const shown = phone.browser.next();
    const login = oauth.login({ scope: "read" });
    const page = await shown;
    page.end({ type: "opened" });
    await settled();
    for (let minute = 0; minute < 59; minute++) context.mock.timers.tick(60_000);
    if (isAnswered) {
      phone.links.bring(page.answer);
      assert.equal((await login).kind, "signed-in");
      continue;
    }
    context.mock.timers.tick(HOUR / 60);
    await assert.rejects(login, { code: "timeout" });
    assert.deepEqual(phone.storage.logins, []);
    phone.links.bring(page.answer);
    await settled();
    assert.equal(phone.exchanges, 1);
  }
});

test("an abort closes the browser, and is final", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const shown = phone.browser.next();
  const end = new AbortController();
  const login = oauth.login({ scope: "read", signal: end.signal });
  const page = await shown;
  end.abort("changed my mind");
  await assert.rejects(login, { code: "aborted", cause: "changed my mind" });
  assert.deepEqual(phone.browser.words, ["warmUp", "open", "close", "coolDown"]);
  assert.deepEqual(phone.storage.logins, []);
  phone.links.bring(page.answer);
  await settled();
  assert.deepEqual([phone.exchanges, await oauth.isAuthenticated()], [0, false]);
});

test("an abort before the browser opens leaves nothing behind", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const end = new AbortController();
  const { setItem } = phone.storage;
  phone.storage.setItem = async (...values) => {
    end.abort();
    return setItem.apply(phone.storage, values);
  };
  await assert.rejects(oauth.login({ scope: "read", signal: end.signal }), { code: "aborted" });
  assert.deepEqual([phone.browser.shown, phone.storage.logins], [[], []]);
});

test("an abort while the code is exchanged ends that, and nobody is signed in", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const shown = phone.browser.next();
  const end = new AbortController();
  phone.instead = (path) => {
    if (path !== "/oauth/token") return undefined;
    end.abort();
    return new Promise(() => {});
  };
  const login = oauth.login({ scope: "read", signal: end.signal });
  const page = await shown;
  page.end({ type: "success", url: page.answer });
  await assert.rejects(login, { code: "aborted" });
  assert.deepEqual([phone.storage.logins, await oauth.isAuthenticated()], [[], false]);
});

test("of two logins the later has the browser, and the earlier was closed", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const first = oauth.login({ scope: "read" });
  const one = await phone.browser.next();
  const shown = phone.browser.next();
  const second = oauth.login({ scope: "write" });
  await assert.rejects(first, { code: "superseded" });
  const two = await shown;
  assert.deepEqual(phone.browser.words, ["warmUp", "open", "warmUp", "close", "coolDown", "open"]);
  assert.equal(phone.storage.logins.length, 2);
  two.end({ type: "success", url: two.answer });
  assert.equal((await second).kind, "signed-in");
  assert.deepEqual(phone.storage.logins, [`stagepass/login/${one.state}`]);
});

test("a browser that cannot be closed does not keep the later login waiting", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const phone = new Phone();
  phone.browser.canClose = false;
  const { oauth } = phone.start();
  const opened = phone.browser.next();
  const first = oauth.login({ scope: "read" });
  await opened;
  const shown = phone.browser.next();
  const second = oauth.login({ scope: "write" });
  await assert.rejects(first, { code: "superseded" });
  context.mock.timers.tick(1_000);
  const two = await shown;
  two.end({ type: "success", url: two.answer });
  assert.equal((await second).kind, "signed-in");
});

test("a login that is superseded before it was shown is never shown", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  const opened = phone.browser.next();
  const logins = [1, 2, 3].map(() => oauth.login({ scope: "read" }));
  const lost = Promise.allSettled(logins.slice(0, 2));
  await opened;
  for (const page of phone.browser.shown.slice(0, -1)) page.end({ type: "dismiss" });
  await lost;
  await settled();
  const page = phone.browser.shown.at(-1);
  page?.end({ type: "success", url: page.answer });
  const codes = (await Promise.allSettled(logins)).map((one) => (one.status === "fulfilled" ? "in" : one.reason.code));
  assert.deepEqual(codes, ["superseded", "superseded", "in"]);
});

test("what is no answer to this login is none", async () => {
  const phone = new Phone();
  const { oauth } = phone.start();
  for (const [url, code] of [
    [CALLBACK, "callback_invalid"],
    [`${CALLBACK}?code=x&state=theirs`, "callback_invalid"],
    [`${CALLBACK}?code=x&state=sp1.f.another`, "state_mismatch"],
  ] as const) {
    const shown = phone.browser.next();
    const login = oauth.login({ scope: "read" });
    (await shown).end({ type: "success", url });
    await assert.rejects(login, { code });
  }
  assert.equal(phone.exchanges, 0);
});

test("who refuses has refused, whichever way that is told", async () => {
  for (const isLink of [true, false]) {
    const phone = new Phone();
    const { oauth } = phone.start();
    const shown = phone.browser.next();
    const login = oauth.login({ scope: "read" });
    const page = await shown;
    if (isLink) phone.links.bring(page.refusal);
    else page.end({ type: "success", url: page.refusal });
    await assert.rejects(login, { code: "access_denied" });
  }
});

test("what needs a page is not done here, and says what to do", async () => {
  const phone = new Phone();
  // TypeScript refuses these calls, but JavaScript does not.
  const { oauth, tracks } = phone.start() as unknown as Stagepass;
  for (const [call, words] of [
    [() => oauth.login({ scope: "read", display: "popup" }), /leave display out/],
    [() => oauth.login({ scope: "read", returnTo: "https://app.example/" }), /appState/],
    [() => tracks.play({} as never, 7), /expo-audio/],
    [() => oauth.diagnose(), /docs\/guides\/react-native\.md/],
  ] as const) {
    await assert.rejects(call(), { code: "unsupported", message: words });
  }
  await assert.rejects(oauth.login({ scope: "all" } as never), { code: "option_invalid", message: /^scope / });
  assert.deepEqual(phone.browser.shown, []);
});
