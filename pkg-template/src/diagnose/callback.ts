import { webAddress } from "../address.js";
import type { StagepassConfig } from "../types.js";
import type { CallbackFacts } from "./facts.js";
import { FRAME, tryInFrame } from "./frame.js";
import type { Refusals } from "./refusals.js";
import { blocksRequests, isLeaking, mayRun, policyOf, type Source } from "./source.js";
import { inTime, LATE } from "./wait.js";

/**
 * Fetches the callback page, and tries it in a hidden frame.
 *
 * @param endpoint The URL to which a login on this page sends requests.
 */
export const lookAtCallback = async (
  { redirectUri = "" }: Pick<StagepassConfig, "redirectUri">,
  endpoint: string | Promise<string>,
  refusals: Refusals,
  signal: AbortSignal,
): Promise<CallbackFacts> => {
  const address = plain(redirectUri);
  if (!address) return { answer: undefined };
  if (address.origin !== location.origin) return { answer: undefined, elsewhere: address.origin };
  let page: Page;
  try {
    page = await inTime(signal, (signal) => fetchPage(redirectUri, signal));
  } catch (error) {
    if (error === LATE) return { answer: "missing", reason: "it did not load within five seconds" };
    if (!(await refusals.include("connect-src", redirectUri))) return { answer: "missing" };
    return {
      answer: "untested",
      reason: "this page's Content-Security-Policy (connect-src) blocks the request for it",
    };
  }
  const { status, url, headers, text } = page;
  if (status >= 400) return { status, answer: "missing" };
  const target = webAddress(await endpoint);
  const seen = {
    status,
    isLeaking: isLeaking(policyOf(headers.get("referrer-policy") ?? "", text)),
    ...(target && blocksRequests(page, target.href) && { cutOffFrom: target.origin }),
    ...(isSame(url, redirectUri) ? {} : { redirectsTo: bare(url) }),
  };
  const reason = hindrance(headers);
  if (reason) {
    if (await mayRun(page, signal)) return { ...seen, answer: "untested", reason };
    return { ...seen, answer: "silent", reason: "it has no script that loads" };
  }
  return { ...seen, ...(await tryInFrame(redirectUri, refusals, signal)) };
};

interface Page extends Source {
  status: number;
}

const fetchPage = async (redirectUri: string, signal: AbortSignal): Promise<Page> => {
  // A redirect to another origin fails.
  const answer = await fetch(redirectUri, { mode: "same-origin", cache: "no-store", signal });
  return { status: answer.status, url: answer.url, headers: answer.headers, text: await answer.text() };
};

/** Returns the URL of a possible redirect URI without a user name. The core reports any other. */
const plain = (redirectUri: string): URL | undefined => {
  const address = webAddress(redirectUri);
  return address && !address.username && !address.password && !address.hash ? address : undefined;
};

const bare = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
};

const isSame = (address: string, other: string): boolean => new URL(address).href === new URL(other).href;

/** Returns why this page could not show the callback page in a frame, according to its headers. */
const hindrance = (headers: Headers): string | undefined => {
  if (window.name === FRAME) return "this page is in the very frame that it would be tested in";
  if (typeof BroadcastChannel === "undefined") return "this browser has no BroadcastChannel";
  if (!globalThis.crypto?.subtle) return "this page is in no secure context";
  const policies = (headers.get("content-security-policy") ?? "").match(/frame-ancestors[^;,]*/gi) ?? [];
  if (policies.some((policy) => !isFramedByUs(policy)))
    return "its Content-Security-Policy (frame-ancestors) keeps it out of frames";
  // If there is a policy, this header does not count.
  if (!policies.length && /deny/i.test(headers.get("x-frame-options") ?? ""))
    return "its X-Frame-Options keeps it out of frames";
  return undefined;
};

const isFramedByUs = (policy: string): boolean =>
  policy
    .split(/\s+/)
    .some((source) => ["'self'", "*", location.origin, location.protocol].includes(source.toLowerCase()));
