import { oauth } from "stagepass/oauth";

export const client = oauth({
  // With a slash at the end.
  issuer: "https://my-tenant.eu.auth0.com/",
  clientId: "abc123",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile email offline_access",
  origins: ["https://api.example"],
});

/** Without `audience`, the access token is for Auth0's userinfo endpoint alone. */
export const signIn = () => client.login({ extraParams: { audience: "https://api.example" } });
