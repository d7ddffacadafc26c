import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../../src/openid/text.js";
import { isSigned } from "../../src/openid/verify.js";

const JWKS = "https://id.example/keys";
const signal = new AbortController().signal;

const part = (value: object | ArrayBuffer) =>
  Buffer.from(value instanceof ArrayBuffer ? new Uint8Array(value) : JSON.stringify(value)).toString("base64url");

/** Returns an ID token and the public key that verifies it. */
const signedBy = async (
  alg: string,
  algorithm: EcKeyGenParams & RsaHashedKeyGenParams & RsaPssParams,
  kid?: string,
) => {
  const pair = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
  const text = `${part({ alg, kid })}.${part({ sub: "u1" })}`;
  const signature = await crypto.subtle.sign(algorithm, pair.privateKey, Buffer.from(text));
  const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { token: `${text}.${part(signature)}`, jwk: { ...jwk, kid } };
};

const RSA = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: "SHA-256" };
const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as never;

const answering = (keys: unknown) => {
  globalThis.fetch = async (url) => {
    assert.equal(url, JWKS);
    return Response.json(keys);
  };
};

test("signature of each algorithm is verified", async () => {
  for (const [alg, algorithm] of [
    ["RS256", { ...RSA, name: "RSASSA-PKCS1-v1_5" }],
    ["PS256", { ...RSA, name: "RSA-PSS", saltLength: 32 }],
    ["ES256", ES256],
    ["ES512", { name: "ECDSA", namedCurve: "P-521", hash: "SHA-512" }],
    ["EdDSA", { name: "Ed25519" }],
  ] as [string, never][]) {
    const { token, jwk } = await signedBy(alg, algorithm);
    const other = await signedBy(alg, algorithm);
    answering({ keys: [null, { kty: "RSA" }, other.jwk, jwk] });
    assert.ok(await isSigned(token, JWKS, signal, textOf), alg);
    const [header, , signature] = token.split(".");
    assert.ok(!(await isSigned(`${header}.${part({ sub: "u2" })}.${signature}`, JWKS, signal, textOf)), alg);
    answering({ keys: [other.jwk] });
    assert.ok(!(await isSigned(token, JWKS, signal, textOf)), alg);
  }
});

test("only the named signing key counts", async () => {
  const { token, jwk } = await signedBy("ES256", ES256, "k1");
  for (const [key, isGood] of [
    [jwk, true],
    [{ ...jwk, use: "sig" }, true],
    [{ ...jwk, use: "enc" }, false],
    [{ ...jwk, kid: "k2" }, false],
  ] as const) {
    answering({ keys: [key] });
    assert.equal(await isSigned(token, JWKS, signal, textOf), isGood);
  }
});

test("unsigned, symmetric and malformed tokens are not verified", async () => {
  const { token, jwk } = await signedBy("ES256", ES256);
  const [, payload, signature] = token.split(".");
  answering({ keys: [jwk] });
  for (const text of [
    "",
    "a.b.c",
    `${part({ alg: "none" })}.${payload}.`,
    `${part({ alg: "HS256" })}.${payload}.${signature}`,
    `${part({ alg: "toString" })}.${payload}.${signature}`,
    `${part({ alg: "ES256" })}.${payload}.!`,
  ])
    assert.ok(!(await isSigned(text, JWKS, signal, textOf)), text);
  for (const keys of [null, {}, { keys: {} }, { keys: [] }]) {
    answering(keys);
    assert.ok(!(await isSigned(token, JWKS, signal, textOf)));
  }
});

test("key set over a MiB is rejected", async () => {
  const { token, jwk } = await signedBy("ES256", ES256);
  const keys = (bytes: number) => ({ keys: [jwk], x: "é".repeat(bytes / 2) });
  answering(keys(1_000_000));
  assert.ok(await isSigned(token, JWKS, signal, textOf));
  answering(keys(1_100_000));
  await assert.rejects(isSigned(token, JWKS, signal, textOf), { code: "bad_response" });
});
