// The end of a session that the fake client's service announces.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { FakeOptions } from "../../src/testing/options.js";
import { freshCopy } from "../support/pretend.js";

const { fakeStagepass, fakeUser }: typeof import("../../src/entry/testing.js") = await import(
  `${freshCopy()}testing.js`
);

const MINUTE = 60_000;
const user = fakeUser();

const settled = () => new Promise((resolve) => setImmediate(resolve));

const clockOf = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_795_200_000_000 });
  return async (time: number) => {
    mock.timers.tick(time);
    await settled();
  };
};

const opened = async (options: FakeOptions) => {
  const fake = fakeStagepass({ user, ...options });
  const events: (number | undefined)[] = [];
  fake.client.on("expiring", ({ expiresAt }) => events.push(expiresAt));
  await fake.client.ready();
  return { fake, events, oauth: fake.client.oauth, session: fake.client.oauth.session };
};

test("expiring is sent five minutes before the end, in each fake, and a refresh moves the end", async (t) => {
  const pass = clockOf(t);
  for (const _ of ["one", "another"]) {
    const { fake, events, session } = await opened({ sessionLifetime: 60 * MINUTE });
    const end = Date.now() + 60 * MINUTE;
    assert.equal(session.get().expiresAt, end);
    await pass(54 * MINUTE);
    assert.deepEqual(events, []);
    await pass(MINUTE);
    assert.deepEqual(events, [end]);
    fake.refreshElsewhere();
    assert.equal(session.get().expiresAt, end + 55 * MINUTE);
    await pass(55 * MINUTE);
    assert.deepEqual(events, [end, end + 55 * MINUTE]);
    fake.client.dispose();
  }
});

test("a session whose end has come is expired at the next call", async (t) => {
  const pass = clockOf(t);
  const { fake, events, oauth, session } = await opened({});
  assert.equal(session.get().expiresAt, undefined);
  fake.endSessionIn(4 * MINUTE);
  assert.deepEqual(events, [Date.now() + 4 * MINUTE], "at once");
  assert.equal((await oauth.getUser()).userId, user.userId);
  await pass(4 * MINUTE);
  await assert.rejects(oauth.getUser(), { code: "session_expired" });
  assert.deepEqual(session.get(), { status: "expired" });
  await oauth.login({ scope: "read" });
  assert.equal(session.get().expiresAt, undefined);
});

test("a refresh and a ticket work until the end", async (t) => {
  const pass = clockOf(t);
  const { fake, oauth } = await opened({ sessionLifetime: 10 * MINUTE });
  const audience = "https://api.radio.example";
  fake.refuseToken();
  assert.match(await oauth.getTicket({ audience }), /for https:\/\/api\.radio\.example$/);
  await pass(10 * MINUTE);
  await assert.rejects(oauth.getTicket({ audience }), { code: "session_expired" });
});
