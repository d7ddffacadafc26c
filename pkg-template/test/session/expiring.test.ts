// The end of a session, as the service has announced it: `expiresAt` and the event `expiring`.

import assert from "node:assert/strict";
import { afterEach, beforeEach, type TestContext, test } from "node:test";
import type { SessionStatus } from "../../src/glue.js";
import type { Stagepass } from "../../src/types.js";
import {
  CONFIG,
  core,
  freshFacade,
  pretendBrowser,
  SIGNED_OUT,
  settled,
  signedIn,
  storageChanged,
} from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };
const { stagepass } = await freshFacade();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SESSION = "stagepass/session/local https://music.example/v1  key 0x58";

let standing: SessionStatus = SIGNED_OUT;
beforeEach(() => {
  Object.assign(core, usual, { readStatus: () => standing });
});

const clients: Stagepass[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

/** A client that is ready, and the `expiresAt` of each `expiring` event. */
const opened = async (isListening = true) => {
  const sp = stagepass(CONFIG);
  clients.push(sp);
  const events: (number | undefined)[] = [];
  if (isListening) sp.on("expiring", ({ expiresAt }) => events.push(expiresAt));
  await sp.ready();
  return { sp, events, session: sp.oauth.session };
};

const clockOf = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_795_200_000_000 });
  return async (time: number) => {
    mock.timers.tick(time);
    await settled();
  };
};

test("expiring is sent once, five minutes before the end, also if that is months away", async (t) => {
  const pass = clockOf(t);
  const end = Date.now() + 180 * DAY;
  standing = signedIn("read", "months", 1, end);
  const { events, session } = await opened();
  assert.equal(session.get().expiresAt, end);
  for (let day = 0; day < 179; day++) await pass(DAY);
  await pass(DAY - 5 * MINUTE - 1);
  assert.deepEqual(events, []);
  await pass(1);
  assert.deepEqual(events, [end]);
  storageChanged(SESSION);
  await pass(10 * MINUTE);
  assert.deepEqual(events, [end]);
});

test("expiring is not sent for a session that another tab has refreshed, without an event, in time", async (t) => {
  const pass = clockOf(t);
  const end = Date.now() + 60 * MINUTE;
  standing = signedIn("read", "tab", 1, end);
  const { events, session } = await opened();
  standing = signedIn("read", "tab", 2, end + DAY);
  await pass(56 * MINUTE);
  assert.deepEqual([events, session.get().expiresAt], [[], end + DAY]);
  await pass(DAY);
  assert.deepEqual(events, [end + DAY]);
});

test("expiring is sent by one client of the page, and only by one that has a listener", async (t) => {
  const pass = clockOf(t);
  const end = Date.now() + 60 * MINUTE;
  standing = signedIn("read", "page", 1, end);
  const [silent, first, second] = [await opened(false), await opened(), await opened()];
  await pass(56 * MINUTE);
  assert.deepEqual([...silent.events, ...first.events, ...second.events], [end]);
});

test("a session that ends soon is announced at once, and one whose end has passed or is unknown is not", async (t) => {
  const pass = clockOf(t);
  for (const [login, end, isSent] of [
    ["soon", 2 * MINUTE, true],
    ["past", -1, false],
    ["unknown", Number.NaN, false],
  ] as const) {
    standing = signedIn("read", login, 1, Date.now() + end || undefined);
    const { events } = await opened();
    await pass(0);
    assert.deepEqual(events.length, Number(isSent), login);
  }
});

test("dispose ends the wait, and a sign-out too", async (t) => {
  const pass = clockOf(t);
  standing = signedIn("read", "gone", 1, Date.now() + 60 * MINUTE);
  const disposed = await opened();
  disposed.sp.dispose();
  await disposed.sp.oauth.isAuthenticated();
  const { events } = await opened();
  standing = SIGNED_OUT;
  storageChanged(SESSION);
  await pass(60 * MINUTE);
  assert.deepEqual([...events, ...disposed.events], []);
});
