import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG, freshCopy, freshFacade, seen, settled } from "../support/pretend.js";

test("on a server: imported, called, and each call says that there is no browser", async () => {
  globalThis.fetch = () => assert.fail("nothing is fetched on a server");
  for (const entry of ["index", "inline"]) {
    const { stagepass } = await freshFacade(entry);
    const { oauth, ready, fetch, tracks, library, users, on, dispose } = stagepass(CONFIG);
    const { session } = oauth;
    const state = session.get();
    assert.deepEqual(state, { status: "loading" });
    session.subscribe(() => assert.fail("nothing changes on a server"))();
    for (const call of [
      () => oauth.login({ scope: "read" }),
      () => oauth.handleRedirect(),
      () => oauth.handleRedirect("https://app.example/callback"),
      () => oauth.getUser(),
      () => oauth.isAuthenticated(),
      () => oauth.logout(),
      () => oauth.hasScope("read"),
      () => oauth.getAccessToken(),
      () => oauth.getTicket({ audience: "https://api.example" }),
      () => ready(),
      () => fetch("me"),
      () => fetch("https://evil.example"),
      () => tracks.get(7),
      () => tracks.create({ title: "T", trackCid: "x" }),
      () => tracks.upload(new Blob(["x"])),
      () => tracks.play({} as HTMLAudioElement, 7),
      () => library.list(),
      () => users.tracks(1),
    ]) {
      await assert.rejects(call(), { code: "unsupported" });
    }
    assert.equal(session.get(), state);
    on("error", () => assert.fail("nobody is told after the end"));
    dispose();
  }
});

test("on a server: a wrong configuration is said at once", async () => {
  const { stagepass } = await freshFacade();
  assert.throws(() => stagepass({ ...CONFIG, baseUrl: "" }), { code: "config_invalid" });
});

test("on a server: the callback page's script does nothing", async () => {
  await import(`${freshCopy()}callback.js`);
  await settled();
  assert.deepEqual(seen.unhandled, []);
});
