import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stagepass } from "stagepass";
import { isStagepassError } from "stagepass";
import { fakeStagepass, fakeTrack, fakeUser } from "stagepass/testing";

/** The app's own code, which is tested. */
async function save(sp: Stagepass, trackId: number): Promise<string> {
  try {
    await sp.library.save(trackId);
    return "Saved.";
  } catch (error) {
    return isStagepassError(error) && error.code === "session_expired" ? "Sign in again." : "Try again later.";
  }
}

const ADA = fakeUser({ name: "Ada" });

test("a track is saved", async () => {
  const { client } = fakeStagepass({ user: ADA, tracks: [fakeTrack({ id: 7 })] });
  assert.equal(await save(client, 7), "Saved.");
  assert.equal((await client.library.list()).items[0]?.id, 7);
});

test("a failed save shows a message", async () => {
  const fake = fakeStagepass({ user: ADA, tracks: [fakeTrack({ id: 7 })] });
  fake.failNext("library.save", "timeout");
  assert.equal(await save(fake.client, 7), "Try again later.");
  fake.endSession();
  assert.equal(await save(fake.client, 7), "Sign in again.");
  assert.equal(fake.client.oauth.session.get().status, "expired");
});

test("a login waits for the listener", async () => {
  const fake = fakeStagepass({ login: ADA });
  const continueLogin = fake.holdLogin();
  const login = fake.client.oauth.login({ scope: "read" });
  assert.equal(await fake.client.oauth.isAuthenticated(), false);
  continueLogin();
  assert.deepEqual(await login, { kind: "signed-in", user: ADA });
});
