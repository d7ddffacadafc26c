import { oauth } from "stagepass/oauth";

const client = oauth({
  issuer: "https://id.example",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile offline_access",
  origins: ["https://api.example"],
});

export async function signIn(): Promise<string | undefined> {
  const result = await client.login();
  return result.kind === "signed-in" ? result.user?.name : undefined;
}

export const orders = (): Promise<Response> => client.fetch("https://api.example/orders");

export const signOut = () => client.logout({ service: true, returnTo: "/goodbye" });
