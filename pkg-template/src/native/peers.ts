// Packages of the app that are used where they are there. Each has a file of its own, in which its `require` is all that there is
// (native.mjs writes them): where a package is missing, Metro before 0.76 gives to the `require`s behind it in the same file
// whatever comes next in its list.

import { StagepassError } from "../errors.js";
import type { NativeStorage } from "./types.js";

declare const require: (name: string) => unknown;

/** What is used of `react-native`. */
export interface ReactNative {
  Linking?: {
    getInitialURL(): Promise<string | null>;
    addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
  };
  AppState?: {
    currentState: string | null;
    addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
  };
}

/** What is used of `expo-web-browser`. */
export interface ExpoWebBrowser {
  openAuthSessionAsync(url: string, redirectUri: string, options?: object): Promise<{ type: string; url?: string }>;
  dismissAuthSession(): unknown;
  dismissBrowser(): unknown;
  warmUpAsync(): Promise<unknown>;
  coolDownAsync(): Promise<unknown>;
}

/** What is used of `expo-crypto`. */
export interface ExpoCrypto {
  getRandomBytes(count: number): Uint8Array;
}

/** What a file of `peers/` exports where its package is not there, or its native half not built into the app. */
interface Lacking {
  missing?: unknown;
}

// Here and now, and not when they are needed: Metro before 0.76 ends an app whose later `require` fails, also within a `try`.
const found = {
  "react-native": require("./peers/react-native.js") as ReactNative & Lacking,
  "expo-web-browser": require("./peers/expo-web-browser.js") as ExpoWebBrowser & Lacking,
  "expo-crypto": require("./peers/expo-crypto.js") as ExpoCrypto & Lacking,
  "@react-native-async-storage/async-storage": require("./peers/async-storage.js") as NativeStorage & {
    default?: NativeStorage;
  } & Lacking,
};

/** A package, if it is there. */
const peer = <Name extends keyof typeof found>(name: Name): (typeof found)[Name] | undefined =>
  found[name].missing ? undefined : found[name];

export const reactNative = (): ReactNative | undefined => peer("react-native");

export const expoWebBrowser = (): ExpoWebBrowser | undefined => peer("expo-web-browser");

export const expoCrypto = (): ExpoCrypto | undefined => peer("expo-crypto");

export const asyncStorage = (): NativeStorage | undefined => {
  const module = peer("@react-native-async-storage/async-storage");
  return module?.default ?? module;
};

/** The failure of who needs a package that is not there: what for, which command brings it, which option makes it needless. */
export const missing = (what: string, name: keyof typeof found, option: string): StagepassError =>
  new StagepassError("unsupported", {
    message: `${what}: run \`npx expo install ${name}\`, or pass \`${option}\`.`,
    cause: found[name].missing,
  });
