import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeStagepass, fakeUser } from "stagepass/testing";

test("the app warns before the session ends", async () => {
  const fake = fakeStagepass({ user: fakeUser() });
  let warning = "";
  fake.client.on("expiring", ({ expiresAt = 0 }) => {
    warning = `Sign in again within ${Math.ceil((expiresAt - Date.now()) / 60_000)} minutes.`;
  });
  await fake.client.ready();
  fake.endSessionIn(3 * 60_000);
  assert.equal(warning, "Sign in again within 3 minutes.");
});
