import { Platform } from "react-native";
import { stagepass } from "stagepass/react-native";

/** Before 17.4, iOS brings an app's own scheme back from a sign-in, and no https address. */
const isOldIos = Platform.OS === "ios" && Number.parseFloat(Platform.Version) < 17.4;

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: isOldIos ? "com.example.radio://callback" : "https://radio.example/signed-in",
});
