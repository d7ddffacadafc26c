// The service of Stagepass: an OAuth provider without ID tokens.

import { LISTENER, startService } from "../../consumers/interop/service/service.mjs";

/** Starts it, with this app registered. */
export async function start({ callback }) {
  const { issuer, apiKey, stop } = await startService([callback]);
  const signIn = {
    fields: { handle: LISTENER.handle, password: LISTENER.password },
    press: "//button[@id='sign-in']",
  };
  return {
    label: "Stagepass",
    config: { issuer, clientId: apiKey, redirectUri: callback, scope: "read" },
    login: {},
    revokes: true,
    userinfo: `${issuer}/me`,
    allow: [signIn, { press: "//button[@data-act='approve' and not(@disabled)]" }],
    deny: [signIn, { press: "//button[@data-act='deny' and not(@disabled)]" }],
    signOut: [{ press: "//button[.='Sign out' and not(@disabled)]" }, { press: "//a[@data-way-back]" }],
    signIn: "//button[@id='sign-in']",
    async expire(_visitor, token) {
      const body = new URLSearchParams({ token, client_id: apiKey });
      await fetch(`${issuer}/oauth/revoke`, { method: "POST", body });
    },
    stop,
  };
}
