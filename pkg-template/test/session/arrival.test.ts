import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { SessionStatus } from "../../src/glue.js";
import { CONFIG, core, freshFacade, pretendBrowser, SIGNED_OUT, settled, signedIn } from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };

const stored = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

let standing: SessionStatus = SIGNED_OUT;

beforeEach(() => {
  Object.assign(core, usual, { readStatus: () => standing });
  Object.assign(globalThis, { sessionStorage });
  standing = SIGNED_OUT;
  stored.clear();
});

/** Loads the next page of this tab. Returns its client, and the events that it sends. */
const nextPage = async (isListening = true) => {
  const { stagepass, handleRedirect } = await freshFacade();
  const events: unknown[] = [];
  const open = (listens = isListening) => {
    const sp = stagepass(CONFIG);
    for (const name of ["signed-in", "signed-out", "refreshed"] as const) {
      if (listens) sp.on(name, (event) => events.push([name, "appState" in event ? event.appState : undefined]));
    }
    return sp;
  };
  return { open, events, handleRedirect };
};

/** Ends a login of this ID on a callback page, which returns to another page. */
const comeBack = async (login: string, appState = '{"place":"/cart"}') => {
  core.handleRedirect = async () => {
    standing = signedIn("read", login);
    return { kind: "returning", login, appState };
  };
  const { handleRedirect } = await nextPage();
  assert.deepEqual(await handleRedirect(), { kind: "returning" });
};

test("the page at which a full-page login ends has the event signed-in with its appState, once", async () => {
  await comeBack("a");
  const next = await nextPage();
  await next.open().ready();
  await next.open().ready();
  assert.deepEqual(next.events, [["signed-in", { place: "/cart" }]]);
  assert.equal(stored.size, 0);
  const reloaded = await nextPage();
  await reloaded.open().ready();
  assert.deepEqual(reloaded.events, []);
});

test("a full-page login without an appState has the event, too", async () => {
  await comeBack("a", "");
  const next = await nextPage();
  await next.open().ready();
  assert.deepEqual(next.events, [["signed-in", undefined]]);
});

test("a client of the callback page does not take the appState of the next page", async () => {
  const callback = await nextPage();
  const sp = callback.open();
  core.handleRedirect = async () => {
    standing = signedIn("read", "a");
    return { kind: "returning", login: "a", appState: "7" };
  };
  await sp.oauth.handleRedirect();
  await settled();
  assert.deepEqual(callback.events, [["signed-in", undefined]]);
  const next = await nextPage();
  await next.open().ready();
  assert.deepEqual(next.events, [["signed-in", 7]]);
});

test("a login that ends on the callback page has its appState in the event there", async () => {
  const { open, events } = await nextPage();
  const sp = open();
  core.handleRedirect = async () => {
    standing = signedIn("read", "a");
    return { kind: "signed-in", client: "c", baseUrl: CONFIG.baseUrl, login: "a", appState: "7" };
  };
  const result = await sp.oauth.handleRedirect();
  assert.equal("appState" in result && result.appState, 7);
  assert.deepEqual(events, [["signed-in", 7]]);
  assert.equal(stored.size, 0);
});

test("a client without a listener leaves the event to the next client of the page", async () => {
  await comeBack("a");
  const { open, events } = await nextPage();
  await open(false).ready();
  await open().ready();
  assert.deepEqual(events, [["signed-in", { place: "/cart" }]]);
});

test("the appState of another login is not an event", async () => {
  await comeBack("a");
  standing = signedIn("read", "b", 2);
  const { open, events } = await nextPage();
  await open().ready();
  assert.deepEqual(events, []);
  standing = SIGNED_OUT;
});

test("without sessionStorage, or with another text there, the session is found without an event", async () => {
  for (const text of ["[", "null", "7", undefined]) {
    await comeBack("a");
    if (text === undefined) Object.assign(globalThis, { sessionStorage: undefined });
    else stored.set("stagepass/arrival", text);
    const { open, events } = await nextPage();
    assert.equal(await open().oauth.isAuthenticated(), true);
    assert.deepEqual(events, [], text);
  }
});
