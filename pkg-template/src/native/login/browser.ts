import { expoWebBrowser, missing } from "../peers.js";
import type { AuthBrowser, AuthBrowserResult, NativeConfig } from "../types.js";

/** What the app names, or `expo-web-browser`. Throws `unsupported` where there is neither. */
export const browserOf = (given: NativeConfig["browser"]): AuthBrowser => {
  if (given) return given;
  const expo = expoWebBrowser();
  if (!expo) throw missing("Signing in needs a browser in the app", "expo-web-browser", "browser");
  return {
    open(url, redirectUri) {
      // Without it, iOS would take "https" for a scheme of the app's own.
      const options = redirectUri.startsWith("https:") ? { preferUniversalLinks: true } : undefined;
      return expo.openAuthSessionAsync(url, redirectUri, options) as Promise<AuthBrowserResult>;
    },
    close() {
      // The one is for iOS; the other is missing on Android, where the browser closes by itself when the app comes back.
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

/** Does what is welcome and not needed: what it throws or rejects with is nobody's concern. */
export const attempt = (work: (() => unknown) | undefined): void => {
  void (async () => work?.())().catch(() => {});
};
