import { stagepass } from "stagepass/react-native";

/** One for the app, made outside of every component. Expo puts the environment's words in their places when it bundles. */
export const sp = stagepass({
  baseUrl: process.env.EXPO_PUBLIC_BASE_URL ?? "https://music.example/v1",
  apiKey: process.env.EXPO_PUBLIC_API_KEY ?? "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.radio://callback",
  accessServer: process.env.EXPO_PUBLIC_ACCESS_URL ?? "https://gate.radio.example",
});
