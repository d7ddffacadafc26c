import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, BOB, type Open, recordEvents, settled } from "./stage.js";

/**
 * The behaviour of the session and its events.
 *
 * @param hasPages Whether there is a page that can leave and come back.
 */
export const sessionBehaves = (name: string, open: Open, hasPages = true): void => {
  const behaves = (what: string, run: () => Promise<void>) => test(`${name}: ${what}`, run);
  const behavesOnPages = hasPages ? behaves : () => {};

  behaves("how things stand is loading at first or known, and what was so before is no event", async () => {
    for (const [setting, state] of [
      [{}, { status: "signed-out" }],
      [{ user: ADA }, { status: "signed-in", scope: "write" }],
      [
        { user: ADA, scope: "read" as const },
        { status: "signed-in", scope: "read" },
      ],
    ] as const) {
      const stage = await open(setting);
      const { oauth, ready } = stage.client;
      // A page reads the stored state before the core has loaded.
      const isKnown = oauth.session.get().status !== "loading";
      if (isKnown) assert.deepEqual(oauth.session.get(), state);
      const words = recordEvents(stage);
      await ready();
      assert.deepEqual(oauth.session.get(), state);
      const word = [state.status, "scope" in state && state.scope].filter(Boolean).join(" ");
      assert.deepEqual(words, isKnown ? [] : [word]);
      assert.equal(oauth.session.get(), oauth.session.get());
    }
  });

  behaves("a login is told once, who it is after that, and the app gets its own value back", async () => {
    const stage = await open();
    await stage.client.ready();
    const words = recordEvents(stage);
    const result = await stage.client.oauth.login({ scope: "read", appState: { tab: ["liked"] } });
    assert.deepEqual(result, { kind: "signed-in", user: ADA, appState: { tab: ["liked"] } });
    assert.deepEqual(words, ["signed-in read", "signed-in", "signed-in read Ada"]);
    assert.equal(await stage.client.oauth.isAuthenticated(), true);
  });

  behaves("an event has the state that the store gives", async () => {
    const { client } = await open();
    await client.ready();
    const states: unknown[] = [];
    client.on("signed-in", (state) => states.push(state, client.oauth.session.get()));
    await client.oauth.login({ scope: "write" });
    assert.deepEqual(states, Array(2).fill({ status: "signed-in", scope: "write" }));
    assert.equal(states[0], states[1]);
  });

  behaves("who is signed in is nobody once somebody else has signed in", async () => {
    const stage = await open({ user: ADA });
    await stage.client.oauth.getUser();
    const words = recordEvents(stage);
    stage.loginComesTo(BOB);
    await stage.client.oauth.login({ scope: "write" });
    assert.deepEqual(words, ["signed-in write", "signed-in", "signed-in write Bob"]);
  });

  behaves("switchAccount replaces the session with the same scope, and keeps it if the user declines", async () => {
    const stage = await open({ user: ADA, scope: "read" });
    await stage.client.oauth.getUser();
    const words = recordEvents(stage);
    stage.loginComesTo("access_denied");
    await assert.rejects(stage.client.oauth.switchAccount(), { code: "access_denied" });
    assert.equal((await stage.client.oauth.getUser()).name, "Ada");
    stage.loginComesTo(BOB);
    const result = await stage.client.oauth.switchAccount({ appState: 7, loginHint: "bob" });
    assert.deepEqual(result, { kind: "signed-in", user: BOB, appState: 7 });
    assert.deepEqual(words, ["error access_denied", "signed-in read", "signed-in", "signed-in read Bob"]);
  });

  behaves("switchAccount of a user who is signed out needs a scope", async () => {
    const { client } = await open();
    await client.ready();
    await assert.rejects(client.oauth.switchAccount(), { code: "option_invalid", message: /^scope / });
    assert.deepEqual(await client.oauth.switchAccount({ scope: "write" }), { kind: "signed-in", user: ADA });
  });

  behaves("a login that fails changes nothing, and is an error", async () => {
    for (const code of ["access_denied", "interaction_required", "popup_blocked"] as const) {
      const stage = await open();
      await stage.client.ready();
      const words = recordEvents(stage);
      stage.loginComesTo(code);
      await assert.rejects(stage.client.oauth.login({ scope: "read" }), { name: "StagepassError", code });
      assert.deepEqual(words, [`error ${code}`]);
    }
  });

  behaves("a user who does not allow a wider scope stays signed in with the present one", async () => {
    for (const code of ["access_denied", "interaction_required", "popup_blocked"] as const) {
      const stage = await open({ user: ADA, scope: "read" });
      const { oauth } = stage.client;
      await oauth.getUser();
      const before = [oauth.session.get(), await oauth.getAccessToken()];
      const words = recordEvents(stage);
      stage.loginComesTo(code);
      await assert.rejects(oauth.login({ scope: "write" }), { code });
      assert.deepEqual([oauth.session.get(), await oauth.getAccessToken()], before);
      assert.deepEqual([await oauth.hasScope("read"), await oauth.hasScope("write")], [true, false]);
      assert.deepEqual(words, [`error ${code}`]);
    }
  });

  behaves("an option that cannot be used is refused, with its name", async () => {
    const { client } = await open();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const [option, field] of [
      [{ scope: "all" }, "scope"],
      [{}, "scope"],
      [undefined, "scope"],
      [{ scope: "read", display: "tab" }, "display"],
      [{ scope: "read", responseMode: "post" }, "responseMode"],
      [{ scope: "read", responseMode: "web_message", display: "redirect" }, "responseMode"],
      [{ scope: "read", fallback: "popup" }, "fallback"],
      [{ scope: "read", appState: circle }, "appState"],
      [{ scope: "read", appState: () => {} }, "appState"],
      [{ scope: "read", prompt: "create" }, "prompt"],
      [{ scope: "read", maxAge: -1 }, "maxAge"],
      [{ scope: "read", extraParams: { state: "mine" } }, "extraParams"],
    ] as [never, string][]) {
      await assert.rejects(client.oauth.login(option), { code: "option_invalid", message: new RegExp(`^${field} `) });
    }
  });

  behavesOnPages("a full page leaves, and its callback signs in", async () => {
    const stage = await open();
    const { oauth } = stage.client;
    assert.deepEqual(await oauth.handleRedirect(), { kind: "none" });
    const left = await oauth.login({ scope: "write", display: "redirect", appState: 7 });
    assert.deepEqual(left, { kind: "redirecting" });
    assert.equal(await oauth.isAuthenticated(), false);
    const words = recordEvents(stage);
    const states: unknown[] = [];
    stage.client.on("signed-in", ({ appState }) => states.push(appState));
    const results = await Promise.all([oauth.handleRedirect(), oauth.handleRedirect()]);
    assert.deepEqual(states, [7]);
    assert.deepEqual(results, Array(2).fill({ kind: "signed-in", user: ADA, appState: 7 }));
    assert.deepEqual(words, ["signed-in write", "signed-in"]);
    assert.deepEqual(await oauth.handleRedirect(), { kind: "none" });
  });

  behavesOnPages("a full page goes on to where the app wants it to", async () => {
    const stage = await open();
    const { oauth } = stage.client;
    await oauth.login({ scope: "write", display: "redirect", returnTo: "/albums" });
    assert.deepEqual(await oauth.handleRedirect(), { kind: "returning" });
    assert.equal(await oauth.isAuthenticated(), true);
  });

  behavesOnPages("a full page that somebody refuses fails at its callback", async () => {
    const stage = await open();
    const { oauth } = stage.client;
    stage.loginComesTo("access_denied");
    assert.deepEqual(await oauth.login({ scope: "write", display: "fullScreen" }), { kind: "redirecting" });
    await assert.rejects(oauth.handleRedirect(), { code: "access_denied" });
    assert.equal(await oauth.isAuthenticated(), false);
  });

  behavesOnPages("a popup that is blocked gives way to the full page, where the app wants that", async () => {
    const stage = await open();
    stage.loginComesTo("popup_blocked");
    const left = await stage.client.oauth.login({ scope: "read", fallback: "redirect" });
    assert.deepEqual(left, { kind: "redirecting" });
  });

  behaves("a logout is told once, and never fails", async () => {
    for (const isOffline of [false, true]) {
      const stage = await open({ user: ADA });
      await stage.client.ready();
      stage.isOffline = isOffline;
      const words = recordEvents(stage);
      assert.deepEqual(await stage.client.oauth.logout(), { revoked: !isOffline });
      assert.deepEqual(await stage.client.oauth.logout(), { revoked: true });
      assert.deepEqual(words, ["signed-out", "signed-out"]);
      assert.equal(await stage.client.oauth.isAuthenticated(), false);
    }
  });

  behaves("what another tab does is told once", async () => {
    const stage = await open({ user: ADA });
    await stage.client.ready();
    const words = recordEvents(stage);
    await stage.refreshElsewhere();
    await settled();
    assert.deepEqual(words.splice(0), ["refreshed"]);
    await stage.signOutElsewhere();
    await settled();
    assert.deepEqual(words.splice(0), ["signed-out", "signed-out"]);
    await stage.signInElsewhere(BOB);
    await settled();
    assert.deepEqual(words.splice(0), ["signed-in write", "signed-in"]);
    assert.deepEqual(await stage.client.oauth.getUser(), BOB);
    assert.deepEqual(words.splice(0), ["signed-in write Bob"]);
    await stage.expireElsewhere();
    await settled();
    assert.deepEqual(words, ["expired", "expired"]);
    assert.deepEqual(stage.client.oauth.session.get(), { status: "expired" });
  });

  behaves("a session that the service has ended is expired, once, until somebody signs in or out", async () => {
    const stage = await open({ user: ADA });
    const { oauth } = stage.client;
    await stage.client.ready();
    stage.endSession();
    const words = recordEvents(stage);
    await assert.rejects(oauth.getUser(), { code: "session_expired" });
    assert.deepEqual(words.splice(0), ["expired", "expired", "error session_expired"]);
    await assert.rejects(oauth.getAccessToken(), { code: "session_expired" });
    assert.deepEqual(words.splice(0), ["error session_expired"]);
    assert.equal(await oauth.isAuthenticated(), false);
    await oauth.logout();
    assert.deepEqual(words.splice(0), ["signed-out", "signed-out"]);
    await oauth.login({ scope: "read" });
    assert.deepEqual(words, ["signed-in read", "signed-in", "signed-in read Ada"]);
    assert.deepEqual(await oauth.getUser(), ADA);
  });

  behaves("who is signed in is asked, and known from then on", async () => {
    const stage = await open({ user: ADA });
    const { oauth } = stage.client;
    assert.deepEqual(await oauth.getUser(), ADA);
    assert.deepEqual(oauth.session.get(), { status: "signed-in", scope: "write", user: ADA });
    const before = oauth.session.get();
    assert.deepEqual(await oauth.getUser(), ADA);
    assert.equal(oauth.session.get(), before);
  });

  behaves("what somebody has allowed is told", async () => {
    for (const [setting, answers] of [
      [{}, [false, false]],
      [{ user: ADA, scope: "read" }, [true, false]],
      [{ user: ADA, scope: "write" }, [true, true]],
    ] as const) {
      const { oauth } = (await open(setting)).client;
      assert.deepEqual(await Promise.all([oauth.hasScope("read"), oauth.hasScope("write")]), answers);
      assert.equal(await oauth.isAuthenticated(), "user" in setting);
    }
  });

  behaves("a client that is disposed of tells nothing more, and whoever is signed in stays so", async () => {
    const stage = await open({ user: ADA });
    const { client } = stage;
    await client.ready();
    const words = recordEvents(stage);
    client.dispose();
    client.dispose();
    await stage.signOutElsewhere();
    await stage.signInElsewhere(BOB);
    await settled();
    assert.equal(await client.oauth.isAuthenticated(), true);
    client.on("signed-out", () => words.push("late"));
    client.oauth.session.subscribe(() => words.push("late"));
    await client.oauth.logout();
    assert.deepEqual(words, []);
  });

  behaves("a listener is called until it is ended, in whichever way", async () => {
    const { client } = await open();
    await client.ready();
    const words: string[] = [];
    const end = new AbortController();
    const { on } = client;
    const { subscribe } = client.oauth.session;
    const twice = () => void words.push("store");
    const ends = [subscribe(twice), subscribe(twice), on("signed-in", () => words.push("event"))];
    on("signed-in", () => words.push("signal"), { signal: end.signal });
    on("signed-in", () => words.push("never"), { signal: AbortSignal.abort() });
    await client.oauth.login({ scope: "read" });
    assert.deepEqual(words.splice(0), ["store", "store", "event", "signal", "store", "store"]);
    ends[0]?.();
    ends[2]?.();
    end.abort();
    await client.oauth.logout();
    assert.deepEqual(words.splice(0), ["store"]);
    await client.oauth.login({ scope: "read" });
    assert.deepEqual(words, ["store", "store"]);
  });
};
