import { isStagepassError, stagepass } from "stagepass";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
});

const button = document.querySelector<HTMLButtonElement>("#sign-in");
const status = document.querySelector("#status");

button?.addEventListener("click", async () => {
  button.disabled = true;
  try {
    // Resolves with `redirecting`: the browser is leaving this page.
    await sp.oauth.login({ scope: "read", display: "redirect" });
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    button.disabled = false;
    status?.replaceChildren(error.title);
  }
});

// Back from the service may show this page as the user left it.
window.addEventListener("pageshow", () => {
  if (button) button.disabled = false;
});
