import { stagepass } from "stagepass";

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  // A full address, if the app is also rendered on a server.
  redirectUri: `${location.origin}/callback.html`,
});
