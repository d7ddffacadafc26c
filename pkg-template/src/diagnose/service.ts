import { webAddress } from "../address.js";
import { ALWAYS } from "../terms.js";
import type { StagepassConfig } from "../types.js";
import type { Reply, ServiceFacts } from "./facts.js";
import type { Refusals } from "./refusals.js";
import { inTime, LATE } from "./wait.js";

/** A token that no service has issued. It opens nothing, and ends no session. */
const NOBODYS_TOKEN = "stagepass-diagnose-no-token";

/** Sends the service the requests of a login, without a user. */
export const lookAtService = async (
  { baseUrl, apiKey }: Pick<StagepassConfig, "baseUrl" | "apiKey">,
  refusals: Refusals,
  signal: AbortSignal,
): Promise<ServiceFacts | undefined> => {
  const address = webAddress(baseUrl);
  // With a user name in it, no request is ever sent, and the user name may be a secret.
  if (!address || address.username || address.password) return undefined;
  const base = baseUrl.replace(/\/+$/, "");
  // As the core sends it, so the browser's preflight is the same.
  const refresh = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "refresh_token", refresh_token: NOBODYS_TOKEN, client_id: apiKey }),
  };
  const [me, token] = await Promise.all([
    ask(`${base}/me`, {}, refusals, signal),
    apiKey ? ask(`${base}/oauth/token`, refresh, refusals, signal) : undefined,
  ]);
  return { me, token };
};

const ask = async (url: string, init: RequestInit, refusals: Refusals, signal: AbortSignal): Promise<Reply> => {
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
  const told = Date.parse(headers.get("date") ?? "");
  const error = errorOf(text);
  return {
    kind: "answered",
    status,
    isHtml: /html/i.test(headers.get("content-type") ?? ""),
    ...(error === undefined ? {} : { error }),
    // The header has whole seconds, so on average it is half a second old.
    ...(Number.isNaN(told) ? {} : { ahead: now - told - 500 }),
  };
};

const errorOf = (text: string): string | undefined => {
  try {
    const { error } = JSON.parse(text);
    return typeof error === "string" ? error : undefined;
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
