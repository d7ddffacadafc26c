import { stagepass } from "stagepass/react-native";

/**
 * The app's only client, created outside of every component. Expo inserts the environment variables when it bundles.
 */
export const sp = stagepass({
  baseUrl: process.env.EXPO_PUBLIC_STAGEPASS_BASE_URL ?? "https://music.example/v1",
  apiKey: process.env.EXPO_PUBLIC_STAGEPASS_API_KEY ?? "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.radio://callback",
  accessServer: process.env.EXPO_PUBLIC_STAGEPASS_ACCESS_URL ?? "https://gate.radio.example",
});
