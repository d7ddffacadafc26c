import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Bearer, SessionStatus } from "../../src/glue.js";
import type { Stagepass } from "../../src/types.js";
import {
  bearer,
  CONFIG,
  core,
  deferred,
  EXPIRED,
  freshFacade,
  page,
  pretendBrowser,
  SIGNED_OUT,
  settled,
  signedIn,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };
const { stagepass } = await freshFacade();

/** What this browser's storage says of the session. */
let standing: SessionStatus = SIGNED_OUT;

beforeEach(() => {
  Object.assign(core, usual, { readStatus: () => standing });
  Object.assign(page, usualPage);
  standing = SIGNED_OUT;
});

let client: Stagepass | undefined;
afterEach(() => client?.dispose());

const opened = (): Stagepass => {
  client = stagepass(CONFIG);
  return client;
};

test("many calls that are refused at once share one renewal", async () => {
  const sp = opened();
  const renewal = deferred<Bearer>();
  let renewals = 0;
  core.accessToken = (_config, { refused }) => {
    if (!refused) return Promise.resolve(bearer("old"));
    renewals++;
    return renewal.promise;
  };
  page.service = async ({ headers }) =>
    new Response(null, { status: headers.get("authorization") === "Bearer new" ? 200 : 401 });
  const calls = Array.from({ length: 8 }, () => sp.fetch("me"));
  await settled();
  renewal.resolve(bearer("new"));
  const answers = await Promise.all(calls);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(renewals, 1);
});

test("hasScope: write includes read, and nobody has any who is not signed in", async () => {
  const sp = opened();
  const scopes = () => Promise.all([sp.oauth.hasScope("read"), sp.oauth.hasScope("write"), sp.oauth.isAuthenticated()]);
  for (const [given, expected] of [
    [SIGNED_OUT, [false, false, false]],
    [signedIn("read", "a"), [true, false, true]],
    [signedIn("write", "a"), [true, true, true]],
    [EXPIRED, [false, false, false]],
  ] as [SessionStatus, boolean[]][]) {
    standing = given;
    assert.deepEqual(await scopes(), expected);
  }
  standing = signedIn("write", "a");
  assert.equal(await sp.oauth.hasScope("admin" as "read"), false);
});
