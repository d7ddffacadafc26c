import { webAddress } from "../address.js";
import { ALWAYS } from "../request-defaults.js";
import type { StagepassConfig } from "../types.js";
import type { Reply, ServiceFacts } from "./facts.js";
import type { Refusals } from "./refusals.js";
import { inTime, LATE } from "./wait.js";

/** A token that no service has issued. It opens nothing, and revoking it ends no session. */
const UNKNOWN_TOKEN = "stagepass-diagnose-no-token";

/**
 * Sends the service the requests that a login needs, without a user. A service that is well responds to each with 200,
 * so the console stays free of errors.
 */
export const lookAtService = async (
  { baseUrl, apiKey, appName, redirectUri }: Pick<StagepassConfig, "baseUrl" | "apiKey" | "appName" | "redirectUri">,
  refusals: Refusals,
  signal: AbortSignal,
): Promise<ServiceFacts | undefined> => {
  const address = webAddress(baseUrl);
  // With a user name in it, no request is ever sent, and the user name may be a secret.
  if (!address || address.username || address.password) return undefined;
  const base = baseUrl.replace(/\/+$/, "");
  // As the core sends it, so the browser's preflight is the same.
  const revocation = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: UNKNOWN_TOKEN, client_id: apiKey ?? appName }),
  };
  const path = base.slice(address.origin.length);
  const [metadata, revoke] = await Promise.all([
    ask(`${address.origin}/.well-known/oauth-authorization-server${path}`, {}, refusals, signal),
    ask(`${base}/oauth/revoke`, revocation, refusals, signal),
  ]);
  if (!bodyOf(metadata)?.client_check_endpoint || !redirectUri) return { metadata, revoke };
  const query = new URLSearchParams({ ...(apiKey ? { api_key: apiKey } : { app_name: appName ?? "" }) });
  query.set("redirect_uri", redirectUri);
  // The header is ignored, but needs the same preflight as a request with an access token.
  const headers = { authorization: `Bearer ${UNKNOWN_TOKEN}` };
  return { metadata, revoke, check: await ask(`${base}/oauth/check?${query}`, { headers }, refusals, signal) };
};

/** Requests an endpoint of the access server that needs no user. */
export const lookAtAccessServer = async (
  { accessServer }: Pick<StagepassConfig, "accessServer">,
  refusals: Refusals,
  signal: AbortSignal,
): Promise<Reply | undefined> =>
  !accessServer
    ? undefined
    : webAddress(accessServer)
      ? ask(`${accessServer.replace(/\/+$/, "")}/my-region`, {}, refusals, signal)
      : { kind: "invalid" };

/** Returns the JSON object of a response with status 200. */
export const bodyOf = (reply?: Reply): Record<string, unknown> | undefined =>
  reply?.kind === "answered" && reply.status === 200 ? reply.body : undefined;

/** Sends a request, and returns what this page can see of its response. */
export const ask = async (url: string, init: RequestInit, refusals: Refusals, signal: AbortSignal): Promise<Reply> => {
  try {
    return await inTime(signal, async (signal) => {
      const begun = Date.now();
      const answer = await fetch(url, { ...ALWAYS, redirect: "manual", cache: "no-store", ...init, signal });
      const now = (begun + Date.now()) / 2;
      return read(answer, now, await answer.text());
    });
  } catch (error) {
    if (error === LATE) return { kind: "late" };
  }
  if (await refusals.include("connect-src", url)) return { kind: "forbidden" };
  return { kind: (await isThere(url, signal)) ? "unreadable" : "nothing" };
};

const read = ({ status, headers }: Response, now: number, text: string): Reply => {
  const serverTime = Date.parse(headers.get("date") ?? "");
  const body = objectOf(text);
  return {
    kind: "answered",
    status,
    isHtml: /html/i.test(headers.get("content-type") ?? ""),
    ...(body && { body }),
    // The header has whole seconds, so on average it is half a second old.
    ...(Number.isNaN(serverTime) ? {} : { ahead: now - serverTime - 500 }),
  };
};

const objectOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Returns whether a server responds. Any server may receive a request without CORS, and no page can read its response.
 */
const isThere = async (url: string, signal: AbortSignal): Promise<boolean> => {
  const { credentials, referrerPolicy } = ALWAYS;
  const silently = { mode: "no-cors", credentials, referrerPolicy, cache: "no-store" } as const;
  return inTime(signal, (signal) => fetch(url, { ...silently, signal })).then(
    () => true,
    () => false,
  );
};
