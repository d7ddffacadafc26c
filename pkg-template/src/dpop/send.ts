import { DPOP_BOUND, DPOP_OFFERED } from "../border.gen.js";
import { addKey, deleteKey, findKey, type Key, prepareKey } from "./keys.js";
import { headersFor, isWorthRetry, proofFor } from "./proof.js";

/** A request of the core: `src/browser/rim/send.ts`. */
export interface CoreRequest extends RequestInit {
  /** Whether it needs a proof: `src/dpop.rs`. */
  dpop: number;
  /** The name of the key. */
  key: string;
}

/** How long the metadata may take, in milliseconds. */
const METADATA_WITHIN = 2_000;

/** Whether services offer DPoP, by their base URL. */
const offers: { [baseUrl: string]: Promise<boolean> | undefined } = {};

/** Does what a login needs, while the user is at the service. */
export const prepare = ({ baseUrl, dpop }: { baseUrl: string; dpop?: unknown }): void => {
  prepareKey().catch(() => {});
  if (dpop !== true) void isOffered(baseUrl.replace(/\/$/, ""));
};

/** Returns whether the service's metadata (RFC 8414 section 3) offers DPoP with ES256. False if it is not known. */
const isOffered = (baseUrl: string): Promise<boolean> => {
  const ask = async () => {
    const { origin, pathname } = new URL(baseUrl);
    const path = pathname.replace(/\/$/, "");
    const answer = await fetch(`${origin}/.well-known/oauth-authorization-server${path}`, { credentials: "omit" });
    return (await answer.json()).dpop_signing_alg_values_supported.includes("ES256");
  };
  offers[baseUrl] ??= Promise.race([
    ask(),
    new Promise<boolean>((resolve) => setTimeout(resolve, METADATA_WITHIN, false)),
  ]).catch(() => {
    delete offers[baseUrl];
    return false;
  });
  return offers[baseUrl];
};

/**
 * Sends a token or revocation request of the core, with the proof that it needs. A code exchange creates the key.
 * Returns null if there can be no key.
 */
export const send = async (url: string, init: CoreRequest): Promise<Response | null> => {
  const { dpop, key: name } = init;
  if (dpop === DPOP_BOUND) return sendBound(url, init);
  const isOptional = dpop === DPOP_OFFERED;
  const isBearer = isOptional && !(await isOffered(url.replace(/\/oauth\/token$/, "")));
  const key = isBearer ? undefined : await addKey(name).catch(() => undefined);
  if (!key) return isOptional ? fetch(url, init) : null;
  let isBound = false;
  try {
    const answer = await sendProven(key, url, init);
    isBound = answer.ok && /"token_type"\s*:\s*"dpop"/i.test(await answer.clone().text());
    return answer;
  } finally {
    if (!isBound) void deleteKey(name);
  }
};

const sendBound = async (url: string, init: CoreRequest): Promise<Response | null> => {
  const key = await findKey(init.key).catch(() => null);
  if (key === null) return key;
  if (!key) return new Response(JSON.stringify(LOST), { status: 400 });
  // The session is deleted already. A retry finds the key in memory.
  if (/\/revoke$/.test(url)) void deleteKey(init.key);
  const answer = await sendProven(key, url, init);
  // Without locks, another tab may just have refreshed the session.
  if (answer.status === 400 && /invalid_grant/.test(await answer.clone().text()) && navigator.locks)
    void deleteKey(init.key);
  return answer;
};

/** What the service would answer without the key. The core then ends the session. */
const LOST = {
  error: "invalid_grant",
  error_description: "The key of this session is gone.",
};

const sendProven = (key: Key, url: string, init: RequestInit) =>
  twice(url, async () => {
    const headers = new Headers(init.headers);
    headers.set("DPoP", await proofFor(key, "POST", url));
    return fetch(url, { ...init, headers });
  });

/**
 * Sends a request of the app with the token and a proof.
 *
 * @param isStream Whether it can be sent only once, because its body is a stream.
 */
export const sendRequest = (
  request: Request,
  isStream: boolean,
  token: string,
  name: string,
  init: RequestInit,
): Promise<Response> =>
  twice(request.url, async () => {
    const headers = await headersFor(name, token, request.method, request.url);
    // The caller handles the rejection, as one by the server.
    if (!headers || request.bodyUsed) return new Response(null, { status: 401 });
    const copy = isStream ? request : request.clone();
    for (const [header, value] of Object.entries(headers)) copy.headers.set(header, value);
    return fetch(copy, init);
  });

const twice = async (url: string, attempt: () => Promise<Response>): Promise<Response> => {
  const answer = await attempt();
  return (await isWorthRetry(url, answer)) ? attempt() : answer;
};
