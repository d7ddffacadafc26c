import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { SessionStatus } from "../../src/glue.js";
import type { Stagepass } from "../../src/types.js";
import {
  CONFIG,
  core,
  deferred,
  freshFacade,
  page,
  pretendBrowser,
  SIGNED_OUT,
  signedIn,
  USER,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };
const { stagepass } = await freshFacade();
let standing: SessionStatus = SIGNED_OUT;

beforeEach(() => {
  Object.assign(core, usual, { readStatus: () => standing });
  Object.assign(page, usualPage);
  standing = SIGNED_OUT;
});

const clients: Stagepass[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

/** Returns a client that is ready, and the events that it sends. */
const opened = async () => {
  const sp = stagepass(CONFIG);
  clients.push(sp);
  const events: string[] = [];
  sp.on("signed-in", ({ status }) => events.push(`signed-in ${status}`));
  sp.on("error", ({ code }) => events.push(`error ${code}`));
  await sp.ready();
  return { sp, session: sp.oauth.session, take: () => events.splice(0) };
};

test("login whose profile cannot be read resolves without a user, and the event error has the failure", async () => {
  const { sp, session, take } = await opened();
  const errors: unknown[] = [];
  sp.on("error", (error) => errors.push(error));
  core.login = async (...values) => {
    standing = signedIn("write", "a");
    return { ...((await usual.login(...values)) as object), appState: "7" };
  };
  page.service = async () => Response.json({ error: "busy", error_description: "Not today." }, { status: 500 });
  assert.deepEqual(await sp.oauth.login({ scope: "write", appState: 7 }), { kind: "signed-in", appState: 7 });
  assert.equal(session.get().status, "signed-in");
  assert.deepEqual(take(), ["signed-in signed-in", "error request_failed"]);
  const [{ status, description }] = errors as [{ status: number; description: string }];
  assert.deepEqual([errors.length, status, description], [1, 500, "Not today."]);
});

test("login that is aborted once the user is signed in resolves without a user, and without an error", async () => {
  const { sp, take } = await opened();
  const abort = new AbortController();
  core.login = async (...values) => {
    standing = signedIn("write", "a");
    return usual.login(...values);
  };
  const late = deferred<Response>();
  page.service = () => {
    abort.abort();
    return late.promise;
  };
  assert.deepEqual(await sp.oauth.login({ scope: "write", signal: abort.signal }), { kind: "signed-in" });
  assert.deepEqual(take(), ["signed-in signed-in"]);
  // It would keep this process alive until its timeout.
  late.resolve(Response.json(USER));
});

test("handleRedirect whose profile cannot be read resolves without a user, and each client has the event error", async () => {
  const [first, second] = [await opened(), await opened()];
  core.handleRedirect = async () => ({ kind: "signed-in", client: "c", baseUrl: CONFIG.baseUrl });
  page.service = async () => new Response(null, { status: 500 });
  const results = await Promise.all([first.sp.oauth.handleRedirect(), second.sp.oauth.handleRedirect()]);
  assert.deepEqual(results, Array(2).fill({ kind: "signed-in" }));
  assert.deepEqual([first.take(), second.take()], Array(2).fill(["error request_failed"]));
  const { handleRedirect } = await freshFacade();
  assert.deepEqual(await handleRedirect(), { kind: "signed-in" });
});
