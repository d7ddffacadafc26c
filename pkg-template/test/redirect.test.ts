import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { CONFIG, core, deferred, freshFacade, PAGE, pretendBrowser, SIGNED_IN, USER } from "./pretend.js";

pretendBrowser();
const { stagepass } = await freshFacade();
const { oauth } = stagepass(CONFIG);
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  core.handleRedirect = async (url) => {
    asked.push(url);
    return { ...SIGNED_IN, appState: '{"tab":"liked"}' };
  };
});

test("the page's own address is the default", async () => {
  assert.deepEqual(await oauth.handleRedirect(), { kind: "signed-in", user: USER, appState: { tab: "liked" } });
  await oauth.handleRedirect("https://app.example/callback#code=x");
  assert.deepEqual(asked, [PAGE, "https://app.example/callback#code=x"]);
});

test("calls at the same time share one result, from whichever client they come", async () => {
  const [first, second] = await Promise.all([oauth.handleRedirect(), stagepass(CONFIG).oauth.handleRedirect()]);
  assert.equal(asked.length, 1);
  assert.equal(first, second);
});

test("calls at the same time share one failure; a later call asks anew", async () => {
  core.handleRedirect = (url) => {
    asked.push(url);
    return Promise.reject([17, 0]);
  };
  const calls = [oauth.handleRedirect(), oauth.handleRedirect()];
  for (const call of calls) await assert.rejects(call, { code: "transaction_lost" });
  assert.equal(asked.length, 1);
  await assert.rejects(oauth.handleRedirect(), { code: "transaction_lost" });
  assert.equal(asked.length, 2);
});

test("another address is another matter", async () => {
  await Promise.all([oauth.handleRedirect(), oauth.handleRedirect("https://app.example/other#code=x")]);
  assert.equal(asked.length, 2);
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
