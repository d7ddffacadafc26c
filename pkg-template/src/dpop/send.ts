import { DPOP_BOUND, DPOP_OFFERED } from "../border.gen.js";
import { addKey, deleteKey, findKey, hasLocks, isForeign, prepareKey } from "./keys.js";
import { headersFor, isWorthRetry } from "./proof.js";

/** A request of the core: `src/rim/web/http.rs`, `src/native/host.ts`. */
export interface CoreRequest extends RequestInit {
  /** Whether it needs a proof: `src/core/dpop.rs`. */
  dpop: number;
  /** The name of the key. */
  key: string;
}

/** How long the metadata may take, in milliseconds. */
const METADATA_WITHIN = 2_000;

/** Whether services offer DPoP, by their token endpoint. */
const offers: { [url: string]: Promise<boolean> | undefined } = {};

/**
 * Does what a login needs, while the user is at the service: creates a key, and has the browser cache the CORS
 * preflight for the code exchange. A service answers HEAD, which is no token request (RFC 6749 section 3.2). Nothing
 * depends on the answer.
 *
 * @param signal Aborts the login.
 */
export const prepare = (
  { baseUrl, tokenEndpoint, dpop }: { baseUrl: string; tokenEndpoint?: string | undefined; dpop?: unknown },
  signal?: AbortSignal,
): void => {
  const url = tokenEndpoint ?? baseUrl.replace(/\/?$/, "/oauth/token");
  const warm = async () => {
    if (url && (dpop === true || (await isOffered(url))) && isForeign(url))
      await fetch(url, {
        method: "HEAD",
        headers: { DPoP: "none" },
        credentials: "omit",
        signal: signal as AbortSignal,
      });
  };
  prepareKey()
    .then(warm)
    .catch(() => {});
};

/** Returns whether the service's metadata offers DPoP with ES256. False if it is not known. */
const isOffered = (url: string): Promise<boolean> => {
  offers[url] ??= readOffer(url).catch(() => delete offers[url] && false);
  return offers[url];
};

/** Reads the metadata (RFC 8414 section 3) of the service with this token endpoint. */
const readOffer = async (url: string): Promise<boolean> => {
  const late = new AbortController();
  setTimeout(() => late.abort(), METADATA_WITHIN);
  const answer = await fetch(url.replace(/([^:/])(\/.*)?\/oauth.*/, "$1/.well-known/oauth-authorization-server$2"), {
    credentials: "omit",
    signal: late.signal,
  });
  return (await answer.json()).dpop_signing_alg_values_supported.includes("ES256");
};

/**
 * Sends a token or revocation request of the core, with the proof that it needs. A code exchange creates the key.
 * Returns null if there can be no key.
 */
export const send = async (url: string, init: CoreRequest): Promise<Response | null> => {
  const { dpop, key: name } = init;
  const isBound = dpop === DPOP_BOUND;
  const isOptional = dpop === DPOP_OFFERED;
  const key = isBound
    ? await findKey(name).catch(() => null)
    : (!isOptional || (await isOffered(url))) && (await addKey(name).catch(() => null));
  if (!key) return isOptional ? fetch(url, init) : key === undefined ? new Response(LOST, { status: 400 }) : null;
  // The session is deleted already. A retry finds the key in memory.
  if (isBound && !/grant_type/.test(`${init.body}`)) void deleteKey(name);
  let isOver: unknown = !isBound;
  try {
    // With `no-store`, Chromium would not use the cached preflight. A service forbids to store tokens (RFC 6749 5.1).
    const answer = await sendRequest(new Request(url, { ...init, cache: "default" }), false, name);
    const responseText = await answer.clone().text();
    isOver = isBound
      ? // Without locks, another tab may just have refreshed the session.
        answer.status === 400 && responseText.includes("invalid_grant") && hasLocks()
      : !/"token_type"\W+dpop"/i.test(responseText);
    return answer;
  } finally {
    if (isOver) void deleteKey(name);
  }
};

/** What the service would answer without the key. The core then ends the session. */
const LOST = '{"error":"invalid_grant","error_description":"The key is gone."}';

/**
 * Sends a request with a proof, and the token if there is one.
 *
 * @param isStream Whether it can be sent only once, because its body is a stream.
 */
export const sendRequest = async (
  request: Request,
  isStream: boolean,
  name: string,
  token?: string,
  init?: RequestInit,
): Promise<Response> => {
  const attempt = async () => {
    const headers = await headersFor(name, request.method, request.url, token);
    // The caller handles the rejection, as one by the server.
    if (!headers || request.bodyUsed) return new Response(null, { status: 401 });
    const copy = isStream ? request : request.clone();
    for (const header in headers) copy.headers.set(header, headers[header] as string);
    return fetch(copy, init);
  };
  const answer = await attempt();
  return (await isWorthRetry(request.url, answer)) ? attempt() : answer;
};
