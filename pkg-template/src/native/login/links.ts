import { missing, reactNative } from "../peers.js";
import type { Links, NativeConfig } from "../types.js";

/** Returns the app's links, or React Native's `Linking`. Throws `unsupported` if there is neither. */
export const linksOf = (given: NativeConfig["links"]): Links => {
  if (given) return given;
  const { Linking } = reactNative() ?? {};
  if (!Linking) throw missing("Coming back to the app needs React Native's Linking", "react-native", "links");
  return {
    initial: () => Linking.getInitialURL(),
    listen(call) {
      const subscription = Linking.addEventListener("url", ({ url }) => call(url));
      return () => subscription.remove();
    },
  };
};

/** Returns the state of one of our logins that `address` contains, in a response or in a request. */
export const stateOf = (address: unknown): string | undefined =>
  typeof address === "string" ? /[?&#]state=(sp1\.f\.[\w-]+)(?=[&#]|$)/.exec(address)?.[1] : undefined;
