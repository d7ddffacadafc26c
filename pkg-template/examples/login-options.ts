import { isStagepassError, stagepass } from "stagepass";

const { oauth } = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
});

const onClick = (id: string, work: () => Promise<unknown>) => {
  document.querySelector(id)?.addEventListener("click", () => work().catch(show));
};

onClick("#sign-in", () =>
  oauth.login({
    scope: "read",
    loginHint: "ada",
    uiLocales: navigator.languages.join(" "),
    extraParams: { campaign: "spring" },
  }),
);

// A session that is kept if the user closes the popup.
onClick("#switch", () => oauth.switchAccount());

// No page of the service, if the user has signed in there and has allowed the app before.
onClick("#continue", async () => {
  try {
    await oauth.login({ scope: "read", prompt: "none" });
  } catch (error) {
    if (!isStagepassError(error) || error.code !== "interaction_required") throw error;
    document.querySelector("#sign-in")?.removeAttribute("hidden");
  }
});

function show(error: unknown) {
  const status = document.querySelector("#status");
  if (status && isStagepassError(error)) status.textContent = error.title;
}
