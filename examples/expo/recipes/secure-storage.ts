import * as SecureStore from "expo-secure-store";
import { type NativeStorage, stagepass } from "stagepass/react-native";

/** The phone's keychain, which encrypts what it keeps. */
const keychain: NativeStorage = {
  getItem: (key) => SecureStore.getItemAsync(key),
  setItem: (key, value) => SecureStore.setItemAsync(key, value),
  removeItem: (key) => SecureStore.deleteItemAsync(key),
};

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.radio://callback",
  storage: keychain,
});
