import { stagepass } from "stagepass";

const sp = stagepass({
  baseUrl: "https://api.audius.co/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
});

export async function signIn(): Promise<string | undefined> {
  const result = await sp.oauth.login({ scope: "read" });
  return result.kind === "signed-in" ? result.user?.name : undefined;
}

export const isSignedIn = () => sp.oauth.isAuthenticated();

export const signOut = () => sp.oauth.logout();
