// Keys in the phone's keychain, which sign in JavaScript.

import { base64url } from "./base64url.js";
import type { DpopKey, DpopKeys, NativeStorage, P256 } from "./types.js";

/** The names of the keys in the keychain begin with this. */
const PREFIX = "stagepass.key.";

/**
 * Returns keys for `dpop` whose private parts are stored in the phone's keychain, and which sign in JavaScript.
 *
 * @param p256 The curve P-256 of `@noble/curves/nist.js`, version 2.
 * @param keychain An encrypted store, such as `expo-secure-store`. Not the store of the session: a thief who copies
 *   both has the key as well.
 */
export const keychainKeys = (p256: P256, keychain: Omit<NativeStorage, "getAllKeys">): DpopKeys => {
  const keyOf = (secret: Uint8Array): DpopKey => {
    const point = p256.getPublicKey(secret, false);
    return {
      publicJwk: {
        kty: "EC",
        crv: "P-256",
        x: base64url(point.subarray(1, 33)),
        y: base64url(point.subarray(33)),
      },
      sign: async (message) => p256.sign(message, secret),
    };
  };
  return {
    async create(name, random) {
      const secret = p256.utils.randomSecretKey(random(48));
      await keychain.setItem(PREFIX + name, toHex(secret));
      return keyOf(secret);
    },
    async find(name) {
      const octets = (await keychain.getItem(PREFIX + name))?.match(/^[\da-f]{64}$/)?.[0].match(/../g);
      return octets ? keyOf(Uint8Array.from(octets, (octet) => Number.parseInt(octet, 16))) : undefined;
    },
    remove: async (name) => keychain.removeItem(PREFIX + name),
    // The first point takes most of the time.
    warmUp: () => void p256.getPublicKey(new Uint8Array(32).fill(1)),
  };
};

const toHex = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
