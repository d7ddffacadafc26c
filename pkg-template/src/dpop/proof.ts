import { findKey, type Key } from "./keys.js";

/** What a server has said last, by its origin. */
const servers: { [origin: string]: { nonce?: string | undefined; skew: number } } = {};

const serverOf = (url: string) => {
  const { origin } = new URL(url);
  servers[origin] ??= { skew: 0 };
  return servers[origin];
};

const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");

const octets = (text: string) => new TextEncoder().encode(text);

/** Returns the proof of one request (RFC 9449 section 4.2). `token` is the access token that the request has. */
export const proofFor = async ({ privateKey, jwk }: Key, method: string, url: string, token?: string) => {
  const { nonce, skew } = serverOf(url);
  const claims = {
    jti: base64url(crypto.getRandomValues(new Uint8Array(16))),
    htm: method,
    htu: url.replace(/[?#].*/, ""),
    iat: Math.floor((Date.now() + skew) / 1000),
    nonce,
    ath: token && base64url(await crypto.subtle.digest("SHA-256", octets(token))),
  };
  const parts = [{ typ: "dpop+jwt", alg: "ES256", jwk }, claims];
  const text = parts.map((part) => base64url(octets(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, octets(text));
  return `${text}.${base64url(signature)}`;
};

/** A response, as far as {@link isWorthRetry} reads it. */
export interface Reply {
  status: number;
  /** Returns a header. Null or undefined if there is none, or the server does not expose it. */
  header(name: string): string | null | undefined;
  text(): Promise<string> | string;
}

/**
 * Notes the server's nonce. Returns whether a new proof may be accepted: with the nonce that the server demands (RFC
 * 9449 sections 8 and 9), or with the server's time if this clock is wrong.
 */
export const isWorthRetry = async (url: string, { status, header, text }: Reply): Promise<boolean> => {
  const server = serverOf(url);
  const nonce = header("DPoP-Nonce");
  if (nonce) server.nonce = nonce;
  if (status !== 400 && status !== 401) return false;
  const challenge = header("WWW-Authenticate");
  const said = `${challenge} ${await text()}`;
  const skew = Date.parse(header("Date") as string) - Date.now();
  if (/invalid_dpop_proof/.test(said) && skew) {
    server.skew = skew;
    return true;
  }
  // A server that does not expose its challenge may demand the nonce.
  return !!nonce && (/use_dpop_nonce/.test(said) || (status === 401 && !challenge));
};

/** Returns the headers that authorize a request. None if the key is lost: the server then rejects it. */
export const headersFor = async (name: string, token: string, method: string, url: string) => {
  const key = await findKey(name);
  return key && { Authorization: `DPoP ${token}`, DPoP: await proofFor(key, method, url, token) };
};
