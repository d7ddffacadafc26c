// Glewlwyd, a provider in C with pages that React makes.

import { randomBytes } from "node:crypto";
import { startPython } from "../program.mjs";

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
    config: { issuer, clientId: "app", redirectUri: callback, scope: "openid profile" },
    login: {},
    user: { name: USER.name, email: USER.email },
    userinfo: `${issuer}/userinfo`,
    allow: [signIn, { press: "//button[@id='grant']" }],
    deny: [signIn, { press: "//button[@id='deny']" }],
    signOut: [{ press: "//button[@id='logout']" }],
    signIn: "//button[@id='loginbut']",
    stop,
  };
}
