import { expoCrypto, missing } from "./peers.js";
import type { NativeConfig } from "./types.js";

/** Returns `count` random bytes. Throws if it gets another number of them. */
export type Random = (count: number) => Uint8Array;

/**
 * Returns the app's source of random numbers, the global one, or `expo-crypto`. Throws `unsupported` if there is none:
 * `Math.random` is predictable, and an attacker who predicts these bytes can sign in as another user.
 */
export const randomOf = (given: NativeConfig["random"]): Random => {
  const made = given ?? ofGlobal() ?? ofExpo();
  if (!made) throw missing("Signing in needs random numbers", "expo-crypto", "random");
  return (count) => {
    const octets = made(count);
    if (octets?.length !== count) throw new TypeError(`random gave other than ${count} octets.`);
    return octets;
  };
};

const ofGlobal = (): Random | undefined => {
  const { crypto } = globalThis;
  return crypto?.getRandomValues && ((count) => crypto.getRandomValues(new Uint8Array(count)));
};

const ofExpo = (): Random | undefined => {
  const expo = expoCrypto();
  return expo && ((count) => expo.getRandomBytes(count));
};
