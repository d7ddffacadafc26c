// Canaille, an identity provider in Python with pages of its own.

import { randomBytes } from "node:crypto";
import { until } from "../../consumers/packaging/tutorial-reader.mjs";
import { startPython } from "../program.mjs";

const USER = { user_name: "ada", formatted_name: "Ada Listener", emails: ["ada@example.com"] };

/** Starts it, with this app registered. */
export async function start({ origin, callback, goodbye }) {
  const password = randomBytes(16).toString("hex");
  const { origin: provider, stop } = await startPython("canaille_provider.py", {
    user: { ...USER, family_name: "Listener", password },
    app: { client_uri: origin, redirect_uris: [callback], post_logout_redirect_uris: [goodbye] },
  });
  const signIn = [
    { fields: { login: USER.user_name }, press: "//form//button[@name='answer']" },
    { fields: { password }, press: "//button[normalize-space()='Sign in']" },
  ];
  return {
    label: "Canaille",
    config: { issuer: provider, clientId: "app", redirectUri: callback, scope: "openid profile email" },
    // A consent is remembered, and then no page asks for it.
    login: { prompt: "consent" },
    user: { sub: /^ada$/, name: USER.formatted_name, email: USER.emails[0] },
    revokes: false,
    userinfo: `${provider}/oauth/userinfo`,
    allow: [...signIn, { press: "//button[@id='accept']" }],
    deny: [...signIn, { press: "//button[@id='deny']" }],
    signOut: [{ press: "//button[@id='logout']" }],
    signIn: "//input[@name='login']",
    // A client without a secret cannot revoke a token here. The user can, on the page of the consents.
    async expire(visitor, _refreshToken, page) {
      await visitor.open(`${provider}/consent/`);
      await visitor.press("//a[contains(., 'Revoke access')]");
      await until("the consent to be revoked", () => visitor.sees("//a[contains(., 'Restore access')]"));
      await visitor.open(page);
    },
    stop,
  };
}
