import { oauth } from "stagepass/oauth";

export const client = oauth({
  // Without a slash at the end.
  issuer: "https://keycloak.example/realms/my-realm",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile email",
});
