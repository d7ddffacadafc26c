// Optional packages of the app. Each has a file of its own, which contains only its `require` (native.mjs writes them).
// If a package is missing, Metro before 0.76 mixes up all later `require`s of the same file.

import { StagepassError } from "../errors.js";
import type { NativeStorage } from "./types.js";

declare const require: (name: string) => unknown;

/** The used part of `react-native`. */
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

/** The used part of `expo-web-browser`. */
export interface ExpoWebBrowser {
  openAuthSessionAsync(url: string, redirectUri: string, options?: object): Promise<{ type: string; url?: string }>;
  dismissAuthSession(): unknown;
  dismissBrowser(): unknown;
  warmUpAsync(): Promise<unknown>;
  coolDownAsync(): Promise<unknown>;
}

/** The used part of `expo-crypto`. */
export interface ExpoCrypto {
  getRandomBytes(count: number): Uint8Array;
}

/** The exports of a file of `peers/` if its package, or the native half of it, is not in the app. */
interface Lacking {
  missing?: unknown;
}

// At once, and not when they are needed: Metro before 0.76 ends an app whose later `require` fails, even inside a
// `try`.
const found = {
  "react-native": require("./peers/react-native.js") as ReactNative & Lacking,
  "expo-web-browser": require("./peers/expo-web-browser.js") as ExpoWebBrowser & Lacking,
  "expo-crypto": require("./peers/expo-crypto.js") as ExpoCrypto & Lacking,
  "@react-native-async-storage/async-storage": require("./peers/async-storage.js") as NativeStorage & {
    default?: NativeStorage;
  } & Lacking,
};

/** Returns a package, if it is there. */
const peer = <Name extends keyof typeof found>(name: Name): (typeof found)[Name] | undefined =>
  found[name].missing ? undefined : found[name];

export const reactNative = (): ReactNative | undefined => peer("react-native");

export const expoWebBrowser = (): ExpoWebBrowser | undefined => peer("expo-web-browser");

export const expoCrypto = (): ExpoCrypto | undefined => peer("expo-crypto");

export const asyncStorage = (): NativeStorage | undefined => {
  const module = peer("@react-native-async-storage/async-storage");
  return module?.default ?? module;
};

/** Returns the error for a missing package: what needs it, which command installs it, and which option replaces it. */
export const missing = (what: string, name: keyof typeof found, option: string): StagepassError =>
  new StagepassError("unsupported", {
    message: `${what}: run \`npx expo install ${name}\`, or pass \`${option}\`.`,
    cause: found[name].missing,
  });
