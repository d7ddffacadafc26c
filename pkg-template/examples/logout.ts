import type { Stagepass } from "stagepass";

/** Signs the user out of the app, and opens the page on which the user signs out of the service. */
export async function signOut(sp: Stagepass): Promise<void> {
  const { opened } = await sp.oauth.logout({ service: true, returnTo: "/goodbye" });
  if (!opened) location.assign("/goodbye");
}
