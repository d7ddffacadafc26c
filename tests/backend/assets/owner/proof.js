// Proofs that this page holds the key of its tokens (RFC 9449). The key cannot be exported, and ends with the page.
// From then on, copies of the tokens are useless.

let key;
/** What the service wants to read in each proof, once it has said so. */
let nonce;

/** Returns a proof for one request. With an access token, it is for this token alone. */
export async function prove(method, url, accessToken) {
  key ??= makeKey();
  const { privateKey, jwk } = await key;
  const claims = { jti: random(), htm: method, htu: url, iat: Math.floor(Date.now() / 1_000) };
  if (nonce) claims.nonce = nonce;
  if (accessToken) claims.ath = await sha256(accessToken);
  const signed = [{ typ: "dpop+jwt", alg: "ES256", jwk }, claims]
    .map((part) => base64url(utf8(JSON.stringify(part))))
    .join(".");
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, utf8(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** Remembers the nonce in an answer. Resolves to whether the request must be sent again because of it. */
export async function wantsNonce(answer) {
  const wanted = answer.headers.get("DPoP-Nonce");
  if (!wanted || wanted === nonce) return false;
  nonce = wanted;
  if (answer.ok) return false;
  const refusal = await answer
    .clone()
    .json()
    .catch(() => {});
  return refusal?.error === "use_dpop_nonce";
}

export const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

export const sha256 = async (text) => base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));

async function makeKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  return { privateKey, jwk: { kty, crv, x, y } };
}

const utf8 = (text) => new TextEncoder().encode(text);

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
