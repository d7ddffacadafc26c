// A phone's keychain, and the curve of `@noble/curves` by Node's own cryptography.

import { createECDH, createPrivateKey, type JsonWebKey, sign } from "node:crypto";
import type { P256 } from "../../src/entry/react-native.js";

const pairOf = (secret: Uint8Array) => {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return pair;
};

export const p256: P256 = {
  getPublicKey: (secret) => new Uint8Array(pairOf(secret).getPublicKey()),
  sign(message, secret) {
    const point = pairOf(secret).getPublicKey();
    const [d, x, y] = [secret, point.subarray(1, 33), point.subarray(33)].map((part) =>
      Buffer.from(part).toString("base64url"),
    );
    const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", d, x, y } as JsonWebKey, format: "jwk" });
    return new Uint8Array(sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }));
  },
  utils: { randomSecretKey: (seed) => seed?.slice(0, 32) as Uint8Array },
};

/** An encrypted store. */
export class Keychain {
  readonly kept = new Map<string, string>();
  /** The error of its rejections, if any. */
  failure: unknown;

  #value<T>(value: T): T {
    if (this.failure) throw this.failure;
    return value;
  }
  getItem = async (key: string) => this.#value(this.kept.get(key) ?? null);
  setItem = async (key: string, value: string) => this.#value(this.kept.set(key, value));
  removeItem = async (key: string) => this.#value(this.kept.delete(key));
}
