import { p256 } from "@noble/curves/nist.js";
import * as SecureStore from "expo-secure-store";
import { keychainKeys, stagepass } from "stagepass/react-native";

/** In no backup, and on no other phone. */
const options = { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY };

const keys = keychainKeys(p256, {
  getItem: (key) => SecureStore.getItemAsync(key, options),
  setItem: (key, value) => SecureStore.setItemAsync(key, value, options),
  removeItem: (key) => SecureStore.deleteItemAsync(key, options),
});

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.radio://callback",
  dpop: true,
  keys,
});
