import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  bearer,
  CONFIG,
  core,
  deferred,
  freshFacade,
  PAGE,
  PretendWindow,
  page,
  pretendBrowser,
  SIGNED_IN,
  SIGNED_OUT,
  seen,
  settled,
  USER,
  wasm,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };

beforeEach(() => {
  Object.assign(core, usual);
  Object.assign(page, usualPage);
  seen.opened.length = 0;
});

test("with the core running, the core is entered in the same tick, and opens the window itself", async () => {
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  await sp.ready();
  const calls: unknown[][] = [];
  core.login = (...values) => {
    calls.push(values);
    return Promise.resolve(SIGNED_IN);
  };

  const { signal } = new AbortController();
  const login = sp.oauth.login({ scope: "write", responseMode: "query", signal });

  assert.equal(calls.length, 1);
  const [config, options, popup, passed] = calls[0] ?? [];
  assert.deepEqual(config, CONFIG);
  assert.deepEqual(options, {
    scope: "write",
    responseMode: "query",
    appState: undefined,
    returnTo: undefined,
    parameters: "",
  });
  assert.equal(popup, undefined);
  assert.equal(passed, signal);
  assert.deepEqual(seen.opened, []);
  assert.deepEqual(await login, { kind: "signed-in", user: USER });
});

test("before the core is loaded, a blank window is opened in the same tick and given to the core", async () => {
  const { stagepass } = await freshFacade();
  const arrival = deferred<Response>();
  page.fetch = () => arrival.promise;
  const blank = new PretendWindow();
  page.open = () => blank;
  let given: unknown;
  core.login = (_config, _options, popup) => {
    given = popup;
    return Promise.resolve(SIGNED_IN);
  };

  const login = stagepass(CONFIG).oauth.login({ scope: "read" });

  assert.deepEqual(seen.opened, [["", "_blank", "popup,width=480,height=720,left=-1420,top=140"]]);
  arrival.resolve(wasm());
  assert.deepEqual(await login, { kind: "signed-in", user: USER });
  assert.equal(given, blank);
  assert.equal(blank.closed, false);
});

test("a login keeps a connection to the service open, without cookies, until it ends", async () => {
  const { stagepass } = await freshFacade();
  const answer = deferred<typeof SIGNED_IN>();
  core.login = () => answer.promise;

  const login = stagepass(CONFIG).oauth.login({ scope: "read" });

  const [link] = seen.links;
  assert.deepEqual([seen.links.size, link?.rel, link?.crossOrigin, link?.href], [1, "preconnect", "", CONFIG.baseUrl]);
  answer.resolve(SIGNED_IN);
  await login;
  assert.equal(seen.links.size, 0);
});

for (const display of ["redirect", "fullScreen"] as const)
  test(`a full page opens no window: ${display}`, async () => {
    const { stagepass } = await freshFacade();
    let given: unknown = "not called";
    core.login = (_config, _options, popup) => {
      given = popup;
      return Promise.resolve({ kind: "redirecting" });
    };
    const result = await stagepass(CONFIG).oauth.login({ scope: "read", display });
    assert.deepEqual(result, { kind: "redirecting" });
    assert.equal(given, undefined);
    assert.deepEqual(seen.opened, []);
  });

test("a refused window, and an in-app browser without windows, reach the core as null", async () => {
  for (const open of [
    () => null,
    () => {
      throw new TypeError("open is not a function");
    },
  ]) {
    const { stagepass } = await freshFacade();
    page.open = open;
    const given: unknown[] = [];
    core.login = (_config, _options, popup) => {
      given.push(popup);
      return Promise.reject({ code: 5 });
    };
    await assert.rejects(stagepass(CONFIG).oauth.login({ scope: "read" }), { code: "popup_blocked" });
    assert.deepEqual(given, [null]);
  }
});

test("the blank window closes when loading fails", async () => {
  const { stagepass } = await freshFacade();
  page.fetch = () => Promise.reject(new TypeError("offline"));
  const blank = new PretendWindow();
  page.open = () => blank;
  await assert.rejects(stagepass(CONFIG).oauth.login({ scope: "read" }), { code: "load_failed" });
  assert.equal(blank.closed, true);
});

test("the blank window closes when the signal fires during loading, and the core is not asked", async () => {
  const { stagepass } = await freshFacade();
  const arrival = deferred<Response>();
  page.fetch = () => arrival.promise;
  const blank = new PretendWindow();
  page.open = () => blank;
  let isCalled = false;
  core.login = () => {
    isCalled = true;
    return Promise.resolve({ kind: "redirecting" });
  };
  const abort = new AbortController();
  const login = stagepass(CONFIG).oauth.login({ scope: "read", signal: abort.signal });
  abort.abort("changed my mind");
  await assert.rejects(login, { code: "aborted", cause: "changed my mind" });
  assert.equal(blank.closed, true);
  arrival.resolve(wasm());
  await settled();
  assert.equal(isCalled, false);
});

test("the blank window closes when the core refuses the configuration or an option", async () => {
  for (const [code, refusal] of [
    ["config_invalid", { code: 1, field: 2, fault: 8 }],
    ["option_invalid", { code: 2, field: 5, fault: 9 }],
  ] as const) {
    const { stagepass } = await freshFacade();
    const blank = new PretendWindow();
    page.open = () => blank;
    core.login = () => Promise.reject(refusal);
    await assert.rejects(stagepass(CONFIG).oauth.login({ scope: "read" }), { code });
    assert.equal(blank.closed, true, code);
  }
});

test("a window that shows the service's page is left to the core", async () => {
  const { stagepass } = await freshFacade();
  let closed = false;
  page.open = () => ({
    get location(): never {
      throw new DOMException("another origin", "SecurityError");
    },
    close: () => (closed = true),
  });
  core.login = () => Promise.reject({ code: 6 });
  await assert.rejects(stagepass(CONFIG).oauth.login({ scope: "read" }), { code: "popup_closed" });
  assert.equal(closed, false);
});

test("a signal that has fired opens nothing", async () => {
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  const signal = AbortSignal.abort();
  await assert.rejects(sp.oauth.login({ scope: "read", signal }), { code: "aborted" });
  await sp.ready();
  await assert.rejects(sp.oauth.login({ scope: "read", signal }), { code: "aborted" });
  assert.deepEqual(seen.opened, []);
});

test("any JSON goes to the core as text and comes back as it was", async () => {
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  for (const appState of [{ tab: "liked", at: [1, null] }, "a\nb", 0, false, null, ""]) {
    let text: unknown;
    core.login = (_config, options) => {
      text = (options as { appState: unknown }).appState;
      return Promise.resolve({ ...SIGNED_IN, appState: text });
    };
    const result = await sp.oauth.login({ scope: "read", appState });
    assert.equal(text, JSON.stringify(appState));
    assert.deepEqual(result, { kind: "signed-in", user: USER, appState });
  }
});

test("returnTo is relative to the page, and what is not a URL reaches the core as it is", async () => {
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  for (const [given, expected] of [
    ["/profile", "https://app.example/profile"],
    ["cart?a#b", "https://app.example/cart?a#b"],
    ["#top", PAGE],
    ["//evil.example", "https://evil.example/"],
    ["javascript:alert(1)", "javascript:alert(1)"],
    ["https://[", "https://["],
    [7, 7],
  ] as [string, unknown][]) {
    let got: unknown;
    core.login = (_config, options) => {
      got = (options as { returnTo: unknown }).returnTo;
      return Promise.resolve({ kind: "redirecting" });
    };
    await sp.oauth.login({ scope: "read", display: "redirect", returnTo: given });
    assert.equal(got, expected);
  }
});

test("what is no JSON is refused before a window opens", async () => {
  const { stagepass } = await freshFacade();
  const sp = stagepass(CONFIG);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const appState of [circle, 1n, () => {}, Symbol("x")]) {
    await assert.rejects(sp.oauth.login({ scope: "read", appState }), {
      code: "option_invalid",
      message: /^appState must be a JSON value\./,
    });
  }
  assert.deepEqual(seen.opened, []);
});

test("the core gets the configuration as it was given, whatever becomes of the object", async () => {
  const { stagepass } = await freshFacade();
  const got: unknown[] = [];
  const note = (config: object | string) => void got.push(config);
  core.accessToken = async (config) => {
    note(config);
    return bearer("token");
  };
  core.logout = async (config) => {
    note(config);
    return { kind: "nothing" };
  };
  core.readStatus = (config) => {
    note(config);
    return SIGNED_OUT;
  };
  const given = { ...CONFIG, requireIss: true, wasmUrl: "/core.wasm" };
  const { oauth, ready } = stagepass(given);
  given.baseUrl = "https://evil.example/v1";
  await ready();
  got.length = 0;
  core.login = async (config) => {
    note(config as object);
    return { kind: "redirecting" };
  };
  await Promise.all([
    ready(),
    oauth.login({ scope: "read" }),
    oauth.getUser(),
    oauth.logout(),
    oauth.isAuthenticated(),
  ]);
  assert.ok(got.length >= 5);
  for (const config of got) assert.deepEqual(config, { ...CONFIG, requireIss: true, wasmUrl: "/core.wasm" });
  assert.ok(seen.requests.every(({ url }) => url === `${CONFIG.baseUrl}/me`));
});
