// django-oauth-toolkit, a provider for Django projects.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { startPython } from "../program.mjs";

/** Starts it, with this app registered. */
export async function start({ origin, callback, goodbye }) {
  const user = { username: "ada", password: randomBytes(16).toString("hex") };
  const { origin: provider, stop } = await startPython("django_provider.py", { user, origin, callback, goodbye });
  const issuer = `${provider}/o`;
  const signIn = { fields: user, press: "//button[.='Sign in']" };
  return {
    label: "django-oauth-toolkit",
    config: { issuer, clientId: "app", redirectUri: callback, scope: "openid" },
    login: {},
    // The first user of the database.
    user: { sub: /^1$/ },
    revokes: false,
    userinfo: `${issuer}/userinfo/`,
    allow: [signIn, { press: "//input[@name='allow']" }],
    deny: [signIn, { press: "//input[@value='Cancel']" }],
    signOut: [{ press: "//input[@name='allow']" }],
    signIn: "//button[.='Sign in']",
    async expire(_visitor, token) {
      const body = new URLSearchParams({ token, client_id: "app" });
      const response = await fetch(`${issuer}/revoke_token/`, { method: "POST", body });
      assert.equal(response.status, 200);
    },
    stop,
  };
}
