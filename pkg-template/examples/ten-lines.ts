import { stagepass } from "stagepass";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
});
document.querySelector("button")?.addEventListener("click", async () => {
  const result = await sp.oauth.login({ scope: "read" });
  if (result.kind === "signed-in") document.body.append(`Hello, ${result.user.name}.`);
});
