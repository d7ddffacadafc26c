// A small service that verifies proofs (RFC 9449 section 4.3), with Node's cryptography and none of the package's code.

import assert from "node:assert/strict";
import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";

const seconds = () => Math.floor(Date.now() / 1000);

/** What the service demands, and what it has seen. */
export const verifier = {
  /** The nonce that it demands, if any. */
  nonce: undefined as string | undefined,
  /** Its clock, compared with this one, in seconds. */
  skew: 0,
  /** The `jti` of each accepted proof. */
  seen: new Set<string>(),
};

const parsed = (part: string | undefined) => JSON.parse(Buffer.from(part ?? "", "base64url").toString());

/** Returns the thumbprint of the proof's key (RFC 7638), or the error that the service answers. */
export const check = (
  { headers, method, url }: Request,
  token?: string,
): { thumbprint: string } | { error: string } => {
  const proof = headers.get("dpop") ?? "";
  const [header, claims, signature] = proof.split(".");
  const { typ, alg, jwk } = parsed(header) as { typ: string; alg: string; jwk: JsonWebKey };
  assert.deepEqual([typ, alg, Object.keys(jwk).sort()], ["dpop+jwt", "ES256", ["crv", "kty", "x", "y"]]);
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature ?? "", "base64url"),
  );
  assert.ok(isSigned, "the signature is wrong");
  const { jti, htm, htu, iat, nonce, ath, ...more } = parsed(claims);
  assert.deepEqual([htm, htu, more], [method, url.replace(/[?#].*/, ""), {}]);
  assert.equal(ath, token && createHash("sha256").update(token).digest("base64url"));
  if (verifier.nonce !== nonce) return { error: "use_dpop_nonce" };
  if (Math.abs(iat - seconds() - verifier.skew) > 60) return { error: "invalid_dpop_proof" };
  assert.ok(jti.length >= 16 && !verifier.seen.has(jti), "a proof is sent once");
  verifier.seen.add(jti);
  const { crv, kty, x, y } = jwk;
  return { thumbprint: createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url") };
};

/** Returns the answer to a wrong proof, with the headers that a service exposes. */
export const refusal = (status: number, error: string): Response =>
  Response.json(
    { error },
    {
      status,
      headers: {
        date: new Date(Date.now() + verifier.skew * 1000).toUTCString(),
        "www-authenticate": `DPoP error="${error}"`,
        ...(verifier.nonce && { "dpop-nonce": verifier.nonce }),
      },
    },
  );
