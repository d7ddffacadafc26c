import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Stagepass } from "../../src/types.js";
import {
  CONFIG,
  core,
  deferred,
  freshFacade,
  page,
  pretendBrowser,
  type Standing,
  settled,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };
const { stagepass } = await freshFacade();

/** What this browser's storage says of the session. */
let standing: Standing = [0];

beforeEach(() => {
  Object.assign(core, usual, { look: () => standing });
  Object.assign(page, usualPage);
  standing = [0];
});

let client: Stagepass | undefined;
afterEach(() => client?.dispose());

const opened = (): Stagepass => {
  client = stagepass(CONFIG);
  return client;
};

test("many calls that are refused at once share one renewal", async () => {
  const sp = opened();
  const renewal = deferred<string>();
  let renewals = 0;
  core.accessToken = (_config, { refused }) => {
    if (!refused) return Promise.resolve("old");
    renewals++;
    return renewal.promise;
  };
  page.service = async ({ headers }) =>
    new Response(null, { status: headers.get("authorization") === "Bearer new" ? 200 : 401 });
  const calls = Array.from({ length: 8 }, () => sp.fetch("me"));
  await settled();
  renewal.resolve("new");
  const answers = await Promise.all(calls);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(renewals, 1);
});

test("hasScope: write includes read, and nobody has any who is not signed in", async () => {
  const sp = opened();
  const scopes = () => Promise.all([sp.oauth.hasScope("read"), sp.oauth.hasScope("write"), sp.oauth.isAuthenticated()]);
  for (const [given, expected] of [
    [[0], [false, false, false]],
    [
      [1, "read", "a", 1],
      [true, false, true],
    ],
    [
      [1, "write", "a", 1],
      [true, true, true],
    ],
    [[2], [false, false, false]],
  ] as [Standing, boolean[]][]) {
    standing = given;
    assert.deepEqual(await scopes(), expected);
  }
  standing = [1, "write", "a", 1];
  assert.equal(await sp.oauth.hasScope("admin" as "read"), false);
});
