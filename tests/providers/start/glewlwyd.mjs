// Glewlwyd, a provider in C with pages that React makes.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { startPython } from "../program.mjs";

const CONTINUE = "//button[contains(., 'Continue')]";
const USER = { username: "ada", name: "Ada Listener", email: "ada@example.com" };

/** Starts it, with this app registered. */
export async function start({ callback, goodbye }) {
  const password = randomBytes(16).toString("hex");
  const { origin: provider, stop } = await startPython("glewlwyd_provider.py", {
    user: { ...USER, password },
    app: { redirect_uri: [callback], post_logout_redirect_uris: [goodbye] },
  });
  const issuer = `${provider}/api/oidc`;
  const signIn = { fields: { username: USER.username, password }, press: "//button[@id='loginbut']" };
  return {
    label: "Glewlwyd",
    config: { issuer, clientId: "app", redirectUri: callback, scope: "openid" },
    login: {},
    // A random text for each user and app.
    user: { sub: /^\w{32}$/, name: USER.name, email: USER.email },
    revokes: false,
    userinfo: `${issuer}/userinfo`,
    allow: [signIn, { press: CONTINUE }],
    deny: [signIn, { close: CONTINUE }],
    signOut: [{ press: "//button[contains(., 'Logout')]" }],
    signedOut: "//*[contains(text(), 'You are disconnected')]",
    signIn: "//button[@id='loginbut']",
    // A client without a secret cannot revoke a token here. The user can, as the page of the profile does it.
    async expire(visitor, _refreshToken, page) {
      await visitor.open(`${provider}/profile.html`);
      const remove = "return (await fetch('/api/oidc/token/', { method: 'DELETE' })).status";
      assert.equal((await visitor.run(remove)).value, 200);
      await visitor.open(page);
    },
    stop,
  };
}
