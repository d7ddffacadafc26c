import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCopy } from "../support/pretend.js";

const { fakeStagepass }: typeof import("../../src/entry/testing.js") = await import(`${freshCopy()}testing.js`);

test("failNext of getUser makes a fake login resolve without a user, and sends the event error", async () => {
  const fake = fakeStagepass();
  const errors: string[] = [];
  fake.client.on("error", ({ code }) => errors.push(code));
  fake.failNext("oauth.getUser", "network");
  assert.deepEqual(await fake.client.oauth.login({ scope: "read", appState: 7 }), { kind: "signed-in", appState: 7 });
  assert.deepEqual(errors, ["network"]);
  assert.equal((await fake.client.oauth.getUser()).name, fake.client.oauth.session.get().user?.name);
});

test("a second fake login makes the first, which still waits, reject with superseded", async () => {
  const fake = fakeStagepass();
  const goOn = fake.holdLogin();
  const first = fake.client.oauth.login({ scope: "read" });
  const second = fake.client.oauth.login({ scope: "read" });
  await assert.rejects(first, { code: "superseded" });
  goOn();
  assert.equal((await second).kind, "signed-in");
});
