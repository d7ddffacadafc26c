// The curve P-256 as `@noble/curves` has it, by Node's own cryptography.

import { createECDH, createPrivateKey, sign } from "node:crypto";

const publicKeyOf = (secret) => {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return pair.getPublicKey();
};

export const p256 = {
  getPublicKey: (secret) => new Uint8Array(publicKeyOf(secret)),
  sign(message, secret) {
    const point = publicKeyOf(secret);
    const [d, x, y] = [secret, point.subarray(1, 33), point.subarray(33)].map((part) => Buffer.from(part).toString("base64url"));
    const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", d, x, y }, format: "jwk" });
    return new Uint8Array(sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }));
  },
  utils: { randomSecretKey: (seed) => seed.slice(0, 32) },
};
