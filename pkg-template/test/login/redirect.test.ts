import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  bearer,
  CONFIG,
  core,
  deferred,
  freshFacade,
  PAGE,
  pretendBrowser,
  SIGNED_IN,
  seen,
  signedIn,
  USER,
} from "../support/pretend.js";

pretendBrowser();
const { stagepass, handleRedirect } = await freshFacade();
const { oauth } = stagepass(CONFIG);
const urls: string[] = [];

beforeEach(() => {
  urls.length = 0;
  core.handleRedirect = async (url) => {
    urls.push(url);
    return { ...SIGNED_IN, appState: '{"tab":"liked"}' };
  };
});

test("the page's own address is the default", async () => {
  assert.deepEqual(await oauth.handleRedirect(), { kind: "signed-in", user: USER, appState: { tab: "liked" } });
  await oauth.handleRedirect("https://app.example/callback#code=x");
  assert.deepEqual(urls, [PAGE, "https://app.example/callback#code=x"]);
});

test("the address is the one that the page has when it asks, whatever a router makes of it meanwhile", async () => {
  const fresh = await freshFacade();
  const call = fresh.handleRedirect();
  location.href = "https://app.example/#/home";
  await call.finally(() => {
    location.href = PAGE;
  });
  assert.deepEqual(urls, [PAGE]);
});

test("who signed in is asked with the session of that login, whatever this page's client is", async () => {
  seen.requests.length = 0;
  const clients: unknown[] = [];
  core.handleRedirect = async () => ({ ...SIGNED_IN, client: "another", baseUrl: "https://other.example/v2" });
  core.accessToken = async (client) => {
    clients.push(client);
    return bearer("another's");
  };
  await oauth.handleRedirect();
  await handleRedirect();
  assert.deepEqual(clients, ["another", "another"]);
  for (const { url, headers } of seen.requests) {
    assert.deepEqual([url, headers.get("authorization")], ["https://other.example/v2/me", "Bearer another's"]);
  }
  assert.equal(seen.requests.length, 2);
});

test("a store of the app's own goes along with every call of the core; a word for one stays in the configuration", async () => {
  const storage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} };
  const given: unknown[] = [];
  const isOfAnother = (config: unknown) => typeof config === "object" && config && !("storage" in config);
  const note =
    <T>(result: T) =>
    (config: unknown, options: { storage?: unknown }) => {
      // The clients of the other tests look as well.
      if (!isOfAnother(config)) given.push(options.storage);
      return result;
    };
  const usual = { ...core };
  Object.assign(core, {
    readStatus: note(signedIn("read", "a")),
    accessToken: note(Promise.resolve(bearer("token"))),
    logout: note(Promise.resolve({ kind: "nothing" })),
    handleRedirect: note(Promise.resolve(SIGNED_IN)),
    login: (...values: unknown[]) => {
      given.push(values[4]);
      return Promise.resolve(SIGNED_IN);
    },
  });
  const { oauth } = stagepass({ ...CONFIG, storage });
  await oauth.login({ scope: "read" });
  await oauth.handleRedirect();
  await oauth.getAccessToken();
  await oauth.logout();
  Object.assign(core, usual);
  assert.ok(given.length > 10);
  for (const one of given) assert.equal(one, storage);
});

test("calls at the same time share one result, from whichever client they come", async () => {
  const [first, second] = await Promise.all([oauth.handleRedirect(), stagepass(CONFIG).oauth.handleRedirect()]);
  assert.equal(urls.length, 1);
  assert.equal(first, second);
});

test("calls at the same time share one failure; a later call asks anew", async () => {
  core.handleRedirect = (url) => {
    urls.push(url);
    return Promise.reject({ code: 17 });
  };
  const calls = [oauth.handleRedirect(), oauth.handleRedirect()];
  for (const call of calls) await assert.rejects(call, { code: "transaction_lost" });
  assert.equal(urls.length, 1);
  await assert.rejects(oauth.handleRedirect(), { code: "transaction_lost" });
  assert.equal(urls.length, 2);
});

test("another address is another matter", async () => {
  await Promise.all([oauth.handleRedirect(), oauth.handleRedirect("https://app.example/other#code=x")]);
  assert.equal(urls.length, 2);
});

test("a signal ends one wait, not what is shared", async () => {
  const answer = deferred<unknown>();
  core.handleRedirect = () => answer.promise;
  const abort = new AbortController();
  const first = oauth.handleRedirect(undefined, { signal: abort.signal });
  const second = oauth.handleRedirect();
  abort.abort();
  await assert.rejects(first, { code: "aborted" });
  answer.resolve({ kind: "none" });
  assert.deepEqual(await second, { kind: "none" });
});
