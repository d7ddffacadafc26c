import { InAppBrowser } from "react-native-inappbrowser-reborn";
import { stagepass } from "stagepass/react-native";

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.radio://callback",
  browser: {
    open: (url, redirectUri) => InAppBrowser.openAuth(url, redirectUri),
    close: () => InAppBrowser.closeAuth(),
    warmUp: () => InAppBrowser.warmup(),
  },
});
