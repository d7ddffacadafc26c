// Type tests of the configuration: `tsc` compiles this file, and nothing runs it.

import { type StagepassConfig, stagepass } from "stagepass";
import { type NativeConfig, stagepass as onAPhone } from "stagepass/react-native";

const urls = { baseUrl: "https://music.example/v1", redirectUri: "https://app.example/callback" };
const apiKey = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

export const configs: StagepassConfig[] = [
  { ...urls, apiKey },
  { ...urls, appName: "App" },
  { ...urls, apiKey: undefined, appName: "App" },
  // @ts-expect-error An app has a key or a name.
  { ...urls },
  { ...urls, apiKey, appName: "App" },
  { baseUrl: urls.baseUrl, apiKey },
  // @ts-expect-error The field is redirectUri.
  { baseUrl: urls.baseUrl, apiKey, redirectUrl: urls.redirectUri },
  // @ts-expect-error Unknown fields are refused.
  { ...urls, apiKey, clientId: "app" },
];

export const native: NativeConfig[] = [
  { ...urls, apiKey },
  { ...urls, appName: "App" },
  // @ts-expect-error An app has a key or a name.
  { ...urls },
  { ...urls, apiKey, appName: "App" },
];

// @ts-expect-error An app has a key or a name.
stagepass(urls);
// @ts-expect-error An app has a key or a name.
onAPhone(urls);
