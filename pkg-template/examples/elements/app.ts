import { stagepass } from "stagepass";
import { defineElements } from "stagepass/elements";

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
  accessServer: "https://gate.radio.example",
});

defineElements(sp);
