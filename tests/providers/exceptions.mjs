// Stories that a provider cannot do: the reason, and what happens instead.

import assert from "node:assert/strict";

/** By the names of the provider and the story. `instead` is called with the setting of the story. */
export const EXCEPTIONS = {
  glewlwyd: {
    denied: {
      reason: "its pages have no button to deny: the user can only close the window",
      async instead(at) {
        // In a headless browser every window has the focus. A click shows the page that the user is back.
        const { code } = await at.logIn([...at.provider.deny, { press: "//h1[.='App']" }]);
        assert.equal(code, "popup_closed");
        assert.deepEqual(await at.sessions(), []);
      },
    },
    expired: {
      reason: "it responds to a revoked refresh token with status 400 and no `error`, so the session stays",
      async instead(at) {
        await at.logIn();
        const [{ refreshToken }] = await at.sessions();
        await at.provider.expire(at.visitor, refreshToken, at.page);
        const { code } = await at.run("return client.getAccessToken({ forceRefresh: true })");
        assert.equal(code, "request_failed");
        assert.equal(await at.isSignedIn(), true);
      },
    },
    logout: {
      reason: "it signs the user out, and does not return to the app without a parameter `state`",
      instead: signsOutAndStays,
    },
  },
  lemonldap: {
    denied: {
      reason: "it responds `consent_required` to a denial",
      async instead(at) {
        const { code } = await at.logIn(at.provider.deny);
        assert.equal(code, "interaction_required");
        assert.deepEqual(await at.sessions(), []);
      },
    },
    logout: {
      reason: "it signs the user out, and shows its own sign-in page in place of the app",
      instead: signsOutAndStays,
    },
  },
  stagepass: {
    signature: {
      reason: "the service has no ID tokens",
      async instead(at) {
        await at.logIn();
        const { code } = await at.run("return client.verifySignature()");
        assert.equal(code, "id_token_invalid");
      },
    },
    user: {
      reason: "the service has neither ID tokens nor a userinfo endpoint",
      async instead(at) {
        await at.logIn();
        const { code } = await at.run("return client.getUser()");
        assert.equal(code, "option_invalid");
      },
    },
  },
};

/** The user is signed out of the provider, and its page stays. */
async function signsOutAndStays(at) {
  await at.logIn();
  const { value } = await at.run("return client.logout({ service: true, returnTo: '/goodbye' })");
  assert.deepEqual(value, { revoked: at.provider.revokes, opened: true });
  const isOut = () => at.visitor.sees(at.provider.signedOut);
  await at.visitor.follow("the user to be signed out", at.provider.signOut, isOut);
  assert.equal(new URL(await at.visitor.url()).origin, new URL(at.provider.config.issuer).origin);
  await at.assertSignedOut();
}
