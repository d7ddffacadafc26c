// The native halves of Expo's modules and of AsyncStorage, as an app with Expo 48 has them on iOS. Their JavaScript is
// their own. What it calls is done by the phone of this life.

import { toBase64 } from "./bytes.js";

let phone;

/** Puts the app on this phone. */
export function hold(held) {
  phone = held;
  const emitter = require("react-native/Libraries/EventEmitter/RCTDeviceEventEmitter").default;
  phone.links.listen((url) => emitter.emit("url", { url }));
}

/** Called by `expo-modules-core` 1.2, by their names. */
const EXPO_MODULES = {
  ExpoWebBrowser: {
    openAuthSessionAsync: (url, redirectUri) => phone.browser.open(url, redirectUri),
    dismissAuthSession: async () => phone.browser.close(),
    openBrowserAsync: async () => ({ type: "cancel" }),
    dismissBrowser: async () => {},
    warmUpAsync: async () => {},
    coolDownAsync: async () => {},
  },
};

/** Installs what is not a module of React Native. Returns the modules that are. */
export function expoModules() {
  const exportedMethods = Object.fromEntries(
    Object.entries(EXPO_MODULES).map(([name, methods]) => [name, Object.keys(methods).map((name) => ({ name }))]),
  );
  globalThis.expo = {
    modules: {
      // The one module that `expo-crypto` 12 finds here.
      ExpoCrypto: { getRandomBase64String: (count) => toBase64(String.fromCharCode(...phone.random(count))) },
      NativeModulesProxy: {
        exportedMethods,
        modulesConstants: {},
        callMethod: (module, method, values) => EXPO_MODULES[module][method](...values),
      },
    },
  };
  return {
    // Without it, `expo-modules-core` looks for no modules.
    NativeUnimoduleProxy: {},
    LinkingManager: {
      addListener() {},
      removeListeners() {},
      getInitialURL: () => phone.links.initial(),
    },
    RNCAsyncStorage: asyncStorage,
  };
}

/** Calls back with the value of `work`, like AsyncStorage's native half: the errors come first, and null means none. */
const answer = (call, work) => work.then((value) => call(null, value));

const asyncStorage = {
  multiGet: (keys, call) => answer(call, Promise.all(keys.map(async (key) => [key, await phone.storage.getItem(key)]))),
  multiSet: (pairs, call) => answer(call, Promise.all(pairs.map(([key, value]) => phone.storage.setItem(key, value)))),
  multiRemove: (keys, call) => answer(call, Promise.all(keys.map((key) => phone.storage.removeItem(key)))),
  getAllKeys: (call) => answer(call, phone.storage.getAllKeys()),
};
