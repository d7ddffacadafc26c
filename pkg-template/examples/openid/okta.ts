import { oauth } from "stagepass/oauth";

export const client = oauth({
  // A custom authorization server, without a slash at the end. The org's own is `https://my-org.okta.com`.
  issuer: "https://my-org.okta.com/oauth2/default",
  clientId: "0oa1abc2def",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile email offline_access",
});

/** Okta wants an ID token that has not expired, so the session is refreshed first. */
export const signOut = async (): Promise<void> => {
  await client.getAccessToken({ forceRefresh: true }).catch(console.info);
  await client.logout({ service: true, returnTo: "/goodbye" });
};
