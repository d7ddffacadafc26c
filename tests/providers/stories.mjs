// What a user and an app do with a provider, from the first login to the last. Each story begins without cookies and
// without a session.

import assert from "node:assert/strict";
import { until } from "../consumers/packaging/tutorial-reader.mjs";

const TABS = 8;
/** The longest time that the client takes an access token for valid. */
const ONE_DAY_MS = 24 * 60 * 60 * 1000;

/** The stories by their names. Each is called with what {@link setting} returns. */
export const STORIES = {
  async popup(at) {
    const outcome = await at.logIn();
    assert.equal(outcome.value?.kind, "signed-in", JSON.stringify(outcome));
    at.assertIsUser(outcome.value.user);
    assert.equal(await at.visitor.windows(), 1);
    await at.assertSignedIn();
  },

  async "full page"(at) {
    await at.press("redirect");
    await at.visitor.follow("the app to be signed in", at.provider.allow, () => at.isSignedIn());
    assert.equal(await at.visitor.url(), at.page);
    await at.assertSignedIn();
  },

  /** The claims are those of the userinfo endpoint too. */
  async user(at) {
    await at.logIn();
    const { value: user, ...error } = await at.run("return client.getUser()");
    assert.deepEqual(error, {});
    at.assertIsUser(user);
    const { sub, ...claims } = at.provider.user;
    assert.deepEqual({ ...user, ...claims }, user);
  },

  async signature(at) {
    await at.logIn();
    assert.deepEqual(await at.run("return client.verifySignature()"), { value: null });
  },

  async refresh(at) {
    await at.logIn();
    const { value: first } = await at.run("return client.getAccessToken()");
    const { value: second } = await at.run("return client.getAccessToken({ forceRefresh: true })");
    assert.ok(first && second && first !== second, "the token should be another one");
    const get = "return (await fetch(args[0], { headers: { authorization: `Bearer ${args[1]}` } })).status";
    const { value: status } = await at.run(get, { args: [at.provider.userinfo, second] });
    assert.equal(status, at.provider.isBound ? 401 : 200, "a bound token is no bearer token");
    if (at.provider.user) at.assertIsUser((await at.run("return client.getUser()")).value);
    await at.assertSignedIn();
  },

  /** The provider may have one grant for both logins, so the old session must not be revoked. */
  async "second login"(at) {
    await at.logIn();
    const outcome = await at.logIn();
    assert.equal(outcome.value?.kind, "signed-in", JSON.stringify(outcome));
    const { value, code } = await at.run("return client.getAccessToken({ forceRefresh: true })");
    assert.ok(value, code);
  },

  async reload(at) {
    await at.logIn();
    await at.visitor.reload();
    await at.assertSignedIn();
  },

  async denied(at) {
    const { code } = await at.logIn(at.provider.deny);
    assert.equal(code, "access_denied");
    assert.deepEqual(await at.sessions(), []);
  },

  /** The user signs out of the provider as well, so the next login asks who it is. */
  async logout(at) {
    await at.logIn();
    const { value } = await at.run("return client.logout({ service: true, returnTo: '/goodbye' })");
    assert.deepEqual(value, { revoked: at.provider.revokes, opened: true });
    const isBack = async () => (await at.visitor.url()) === at.goodbye;
    await at.visitor.follow("the user to return from the provider", at.provider.signOut, isBack);
    await at.assertSignedOut();
  },

  async expired(at) {
    await at.logIn();
    const [{ refreshToken }] = await at.sessions();
    assert.ok(refreshToken, "there should be a refresh token");
    await at.provider.expire(at.visitor, refreshToken, at.page);
    const { code } = await at.run("return client.getAccessToken({ forceRefresh: true })");
    assert.equal(code, "session_expired");
    assert.equal((await at.run("return client.session.get().status")).value, "expired");
    assert.equal((await at.run("return client.isAuthenticated()")).value, false);
  },

  /** The access token has expired, and all tabs of the app ask for it at the same moment. */
  async "eight tabs"(at) {
    await at.logIn();
    const { value: first } = await at.run("return client.getAccessToken()");
    const tabs = [];
    for (let count = 0; count < TABS; count += 1) tabs.push(await at.visitor.openTab(at.page));
    const begin = `await client.ready();
      // The stored user is confirmed by now.
      await client.getUser().catch(() => {});
      const key = Object.keys(localStorage).find((key) => key.startsWith("stagepass/session/"));
      const obtainedAt = () => JSON.parse(localStorage[key]).obtainedAt;
      const before = obtainedAt();
      const signal = new Promise((resolve) => { new BroadcastChannel("tabs").onmessage = resolve; });
      window.refreshed = signal.then(async () => {
        // What another tab stores arrives later than its message. By then, a third tab may have refreshed the token.
        while (obtainedAt() === before) await new Promise((resolve) => setTimeout(resolve, 1));
        return client.getAccessToken();
      });`;
    for (const tab of tabs) await at.run(begin, { tab });
    await at.run(
      `const key = Object.keys(localStorage).find((key) => key.startsWith("stagepass/session/"));
      const record = JSON.parse(localStorage[key]);
      localStorage[key] = JSON.stringify({ ...record, obtainedAt: record.obtainedAt - 2 * args[0] });
      new BroadcastChannel("tabs").postMessage("now");`,
      { args: [ONE_DAY_MS] },
    );
    const results = [];
    for (const tab of tabs) results.push(await at.run("return window.refreshed", { tab }));
    const tokens = new Set(results.map(({ value }) => value));
    assert.equal(tokens.size, 1, JSON.stringify(results.map(({ code }) => code)));
    assert.ok(![undefined, first].includes(...tokens), "the token should be another one");
    const count = "return performance.getEntriesByName(args[0]).length";
    const { tokenEndpoint } = JSON.parse(await at.metadata());
    let requests = 0;
    for (const tab of tabs) requests += (await at.run(count, { args: [tokenEndpoint], tab })).value;
    assert.equal(requests, 1);
  },
};

/** Returns the setting of a story: a visitor on the app's page, without a session, and what can be done there. */
export async function setting({ app, visitor, name, provider }) {
  const { config, login } = provider;
  const page = app.pageOf({ name, config, login });
  await visitor.forget(app.origin, new URL(config.issuer).origin);
  await visitor.open(page);
  const run = (body, options) => visitor.run(body, options);
  await run("await client.ready()");
  // Another page than the app's has no client.
  const isSignedIn = async () => (await run("return window.client?.session.get().status")).value === "signed-in";
  return {
    visitor,
    provider,
    page,
    goodbye: app.goodbye,
    run,
    isSignedIn,
    press: (display) => visitor.press(`//button[.='${name} ${display}']`),

    /** Logs in by a popup, doing what `steps` say there. Returns the outcome. */
    async logIn(steps = provider.allow) {
      await this.press("popup");
      const outcome = async () => (await run("return window.outcome")).value;
      await visitor.follow("the login to end", steps, outcome);
      return outcome();
    },

    async assertSignedIn() {
      assert.equal((await run("return client.isAuthenticated()")).value, true);
      const { value: state } = await run("return client.session.get()");
      assert.equal(state.status, "signed-in");
      this.assertIsUser(state.user);
    },

    /** Of an OAuth provider without OpenID, there is no user. */
    assertIsUser(user) {
      if (provider.user) assert.match(user?.sub ?? "", provider.user.sub);
      else assert.equal(user, undefined);
    },

    /** Also at the provider, which asks the next login for the user. */
    async assertSignedOut() {
      await visitor.open(page);
      assert.equal((await run("return client.isAuthenticated()")).value, false);
      assert.deepEqual(await this.sessions(), []);
      await this.press("popup");
      await until("the sign-in page", () => visitor.sees(provider.signIn));
    },

    /** Returns the stored sessions that have not ended. */
    async sessions() {
      const stored = await run("return Object.entries(localStorage)");
      const sessions = stored.value.filter(([key]) => key.startsWith("stagepass/session/"));
      return sessions.map(([, text]) => JSON.parse(text)).filter(({ accessToken }) => accessToken);
    },

    /** Returns the stored metadata of the provider. */
    async metadata() {
      return (await run("return localStorage['stagepass/provider/' + args[0]]", { args: [config.issuer] })).value;
    },
  };
}
