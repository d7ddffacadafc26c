// LemonLDAP::NG, a provider in Perl with pages of its own.

import { startPython } from "../program.mjs";

/** One of the users who are built in for demonstrations. The password is the name. */
const USER = { user: "dwho", password: "dwho" };

const ACCEPT = "//form[contains(@class, 'confirm')]//button[contains(@class, 'positive')]";

/** Starts it, with this app registered. */
export async function start({ callback, goodbye }) {
  const { origin: provider, stop } = await startPython("lemonldap_provider.py", {
    app: { RedirectUris: callback, PostLogoutRedirectUris: goodbye },
  });
  const signIn = { fields: USER, press: "//form//button[@type='submit']" };
  return {
    label: "LemonLDAP::NG",
    config: { issuer: `${provider}/`, clientId: "app", redirectUri: callback, scope: "openid profile email" },
    // A consent is remembered, and then no page asks for it.
    login: { prompt: "consent" },
    user: { sub: /^dwho$/, name: "Doctor Who", email: "dwho@badwolf.org" },
    revokes: false,
    userinfo: `${provider}/oauth2/userinfo`,
    allow: [signIn, { press: ACCEPT }],
    deny: [signIn, { press: "//button[@id='refuse']" }],
    signOut: [{ press: ACCEPT }],
    signedOut: "//form[contains(@class, 'login')]",
    signIn: "//input[@name='user']",
    // There is no revocation. The session of the provider has the refresh tokens, and the user ends it.
    async expire(visitor, _refreshToken, page) {
      await visitor.open(`${provider}/?logout=1`);
      await visitor.open(page);
    },
    stop,
  };
}
