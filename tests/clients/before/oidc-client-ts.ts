import { UserManager } from "oidc-client-ts";

const manager = new UserManager({
  authority: "https://id.example",
  client_id: "my-app",
  redirect_uri: `${location.origin}/callback.html`,
  post_logout_redirect_uri: `${location.origin}/goodbye`,
  scope: "openid profile offline_access",
});

export async function signIn(): Promise<string | undefined> {
  const user = await manager.signinPopup();
  return user.profile.name;
}

export async function orders(): Promise<Response> {
  const user = await manager.getUser();
  return fetch("https://api.example/orders", { headers: { authorization: `Bearer ${user?.access_token}` } });
}

export const signOut = () => manager.signoutRedirect();

/** The script of callback.html. */
export const finish = () => manager.signinCallback();
