import { expoWebBrowser, missing } from "../peers.js";
import type { AuthBrowser, AuthBrowserResult, NativeConfig } from "../types.js";

/** Returns the app's browser, or `expo-web-browser`. Throws `unsupported` if there is neither. */
export const browserOf = (given: NativeConfig["browser"]): AuthBrowser => {
  if (given) return given;
  const expo = expoWebBrowser();
  if (!expo) throw missing("Signing in needs a browser in the app", "expo-web-browser", "browser");
  return {
    open(url, redirectUri) {
      // Otherwise iOS would take "https" for a scheme of the app.
      const options = redirectUri.startsWith("https:") ? { preferUniversalLinks: true } : undefined;
      return expo.openAuthSessionAsync(url, redirectUri, options) as Promise<AuthBrowserResult>;
    },
    close() {
      // The first is for iOS. The second is missing on Android, where the browser closes by itself when the app
      // returns.
      try {
        return expo.dismissAuthSession();
      } catch {
        return expo.dismissBrowser?.();
      }
    },
    warmUp: () => expo.warmUpAsync(),
    coolDown: () => expo.coolDownAsync(),
  };
};

/** Does optional work. Its errors are ignored. */
export const attempt = (work: (() => unknown) | undefined): void => {
  void (async () => work?.())().catch(() => {});
};
