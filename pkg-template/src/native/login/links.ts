import { missing, reactNative } from "../peers.js";
import type { Links, NativeConfig } from "../types.js";

/** What the app names, or React Native's `Linking`. Throws `unsupported` where there is neither. */
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

/** The state of the login that `address` answers, if it is an answer to one of ours; also of an address that asks for one. */
export const stateOf = (address: unknown): string | undefined =>
  typeof address === "string" ? /[?&#]state=(sp1\.f\.[\w-]+)(?=[&#]|$)/.exec(address)?.[1] : undefined;
