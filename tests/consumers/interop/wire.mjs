// The `gate-release-access` signature, written with ethers and canonicalize from the description of the format alone.

import canonicalize from "canonicalize";
import { Wallet, getBytes, hexlify, keccak256, toUtf8Bytes, verifyMessage } from "ethers";

/** The message after EIP-191's prefix: the Keccak-256 of the document in canonical form. */
export function hash(document) {
  return getBytes(keccak256(toUtf8Bytes(canonicalize(JSON.parse(document)))));
}

/** Signs a document, given as JSON. `v` as 27/28. */
export function sign(privateKey, document) {
  return new Wallet(privateKey).signMessageSync(hash(document));
}

/** Returns the signer of `{"data", "signature"}`, an address in EIP-55's form. Throws if the signature is invalid. */
export function signer({ data, signature }) {
  return verifyMessage(hash(data), withEthereumsV(signature));
}

/** The `signature` parameter of a URL, as it stands there. */
export function readParameter(encoded) {
  return JSON.parse(decodeURIComponent(encoded));
}

/** `signature` with v as 27/28 instead of 0/1. */
export function withEthereumsV(signature) {
  const bytes = getBytes(signature);
  bytes[64] += bytes[64] < 27 ? 27 : 0;
  return hexlify(bytes);
}

/** `signature` with v as 0/1 instead of 27/28. */
export function withSmallV(signature) {
  const bytes = getBytes(signature);
  bytes[64] -= bytes[64] < 27 ? 0 : 27;
  return hexlify(bytes);
}
