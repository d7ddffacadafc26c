import { isStagepassError, stagepass } from "stagepass";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
});

document.querySelector("#sign-in")?.addEventListener("click", async () => {
  try {
    const result = await sp.oauth.login({ scope: "read" });
    if (result.kind === "signed-in") show(`Hello, ${result.user?.name ?? "listener"}.`);
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    // A user who closed the popup, or clicked a second time, knows that.
    if (error.code !== "popup_closed" && error.code !== "superseded") show(error.title);
  }
});

function show(text: string): void {
  document.querySelector("#status")?.replaceChildren(text);
}
