import { Auth0Client } from "@auth0/auth0-spa-js";

const auth0 = new Auth0Client({
  domain: "my-tenant.eu.auth0.com",
  clientId: "abc123",
  useRefreshTokens: true,
  authorizationParams: { audience: "https://api.example", redirect_uri: location.origin },
});

export async function signIn(): Promise<string | undefined> {
  await auth0.loginWithPopup();
  return (await auth0.getUser())?.name;
}

export async function orders(): Promise<Response> {
  const token = await auth0.getTokenSilently();
  return fetch("https://api.example/orders", { headers: { authorization: `Bearer ${token}` } });
}

export const signOut = () => auth0.logout({ logoutParams: { returnTo: `${location.origin}/goodbye` } });
