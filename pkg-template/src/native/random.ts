import { expoCrypto, missing } from "./peers.js";
import type { NativeConfig } from "./types.js";

/** Gives so many random octets. Throws where they are not so many. */
export type Random = (count: number) => Uint8Array;

/**
 * What the app names, what there is as a global, or `expo-crypto`. Throws `unsupported` where there is nothing: `Math.random`
 * can be guessed, and whoever guesses these octets signs in as somebody else.
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
