// Verifies the signature of an ID token: a script of its own, loaded on first use.

import { attempt } from "../attempt.js";
import { ALWAYS } from "../request-defaults.js";
import { parsed } from "../user.js";

/** How a key is imported and used. */
type Algorithm = EcKeyImportParams & RsaHashedImportParams & RsaPssParams & EcdsaParams;

/** By `alg` (RFC 7518 section 3.1, RFC 8037 section 3.1). */
const ALGORITHMS = new Map<unknown, Algorithm>([
  ...[256, 384, 512].flatMap((bits): [string, Algorithm][] => {
    const hash = `SHA-${bits}`;
    return [
      [`RS${bits}`, { name: "RSASSA-PKCS1-v1_5", hash } as Algorithm],
      [`PS${bits}`, { name: "RSA-PSS", hash, saltLength: bits / 8 } as Algorithm],
      [`ES${bits}`, { name: "ECDSA", hash, namedCurve: `P-${bits === 512 ? 521 : bits}` } as Algorithm],
    ];
  }),
  ["EdDSA", { name: "Ed25519" } as Algorithm],
  ["Ed25519", { name: "Ed25519" } as Algorithm],
]);

/** More keys are not tried. */
const MAX_KEYS = 50;

/**
 * Returns whether a key of the provider has signed the ID token (RFC 7515 section 5.2). Rejects if the keys cannot be
 * loaded.
 *
 * @param textOf Reads a response.
 */
export const isSigned = async (
  idToken: string,
  jwksUri: string,
  signal: AbortSignal,
  textOf: (answer: Response) => Promise<string>,
): Promise<boolean> => {
  const [header = "", payload = "", signature = ""] = idToken.split(".");
  const { alg, kid } = parsed(new TextDecoder().decode(bytesOf(header)));
  const algorithm = ALGORITHMS.get(alg);
  if (!algorithm) return false;
  const { keys } = parsed(await textOf(await fetch(jwksUri, { ...ALWAYS, signal })));
  const candidates = (Array.isArray(keys) ? keys : []).filter(
    (key) => key && (kid === undefined || key.kid === kid) && key.use !== "enc",
  );
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  for (const { kty, n, e, crv, x, y } of candidates.slice(0, MAX_KEYS)) {
    try {
      const key = await crypto.subtle.importKey("jwk", { kty, n, e, crv, x, y }, algorithm, false, ["verify"]);
      if (await crypto.subtle.verify(algorithm, key, bytesOf(signature), signed)) return true;
    } catch {
      // It is a key of another kind.
    }
  }
  return false;
};

/** Decodes base64url. Empty for any other text. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(attempt(() => atob(text.replace(/-/g, "+").replace(/_/g, "/"))) ?? "", (character) =>
    character.charCodeAt(0),
  );
