import { type OpenIdUser, oauth } from "stagepass/oauth";

export const client = oauth({
  issuer: "{{issuer}}",
  clientId: "{{clientId}}",
  redirectUri: `${location.origin}/callback.html`,
});
// The ID token may have `sub` alone. This adds the claims of the userinfo endpoint to the session's user.
client.on("signed-in", () => client.getUser().catch(console.error));

/** What the user is asked to allow. */
export const scope = "openid profile email";

export const nameOf = (user: OpenIdUser): string => user.name ?? "Signed in";
