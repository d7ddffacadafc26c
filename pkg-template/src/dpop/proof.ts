import { base64url, findKey, hash, type Key, octets, sign, unique } from "./keys.js";

/** The last nonce of each server, by its origin. */
const nonces: { [origin: string]: string } = {};

/** The time of the servers, compared with this clock, in milliseconds. */
let skew = 0;

/** Returns the proof of one request (RFC 9449 section 4.2). `token` is the access token that the request has. */
const proofFor = async ({ privateKey, jwk }: Key, method: string, url: string, token?: string) => {
  const claims = {
    jti: unique(),
    htm: method,
    htu: url.replace(/[?#].*/, ""),
    iat: Math.floor((Date.now() + skew) / 1000),
    nonce: nonces[new URL(url).origin],
    ath: token && (await hash(token)),
  };
  const parts = [{ typ: "dpop+jwt", alg: "ES256", jwk }, claims];
  const text = parts.map((part) => base64url(octets(JSON.stringify(part)))).join(".");
  return `${text}.${base64url(new Uint8Array(await sign(privateKey, octets(text))))}`;
};

/** A response, as far as {@link isWorthRetry} reads it. */
export interface Reply {
  status: number;
  headers: {
    /** Returns a header. Null or undefined if there is none, or the server does not expose it. */
    get(name: string): string | null | undefined;
  };
  clone(): { text(): Promise<string> | string };
}

/**
 * Notes the server's nonce. Returns whether a new proof may be accepted: with the nonce that the server demands (RFC
 * 9449 sections 8 and 9), or with the server's time if this clock is wrong.
 */
export const isWorthRetry = async (url: string, reply: Reply): Promise<boolean> => {
  const { status, headers } = reply;
  const nonce = headers.get("DPoP-Nonce");
  if (nonce) nonces[new URL(url).origin] = nonce;
  if (!/40[01]/.test(status as unknown as string)) return false;
  const challenge = headers.get("WWW-Authenticate");
  const errorText = challenge + (await reply.clone().text());
  const difference = Date.parse(headers.get("Date") as string) - Date.now();
  const isLate = /invalid_dpop_proof/.test(errorText) && !!difference;
  if (isLate) skew = difference;
  // A server that does not expose its challenge may demand the nonce.
  return isLate || (!!nonce && (/use_dpop_nonce/.test(errorText) || (status === 401 && !challenge)));
};

/** Returns the headers of a request, with the token if there is one. None if the key is lost. */
export const headersFor = async (
  name: string,
  method: string,
  url: string,
  token?: string,
): Promise<{ [header: string]: string } | undefined> => {
  const key = await findKey(name);
  return key && { DPoP: await proofFor(key, method, url, token), ...(token && { Authorization: `DPoP ${token}` }) };
};
