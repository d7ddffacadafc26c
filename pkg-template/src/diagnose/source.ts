// What the callback page's headers and markup show without running it.

import { inTime } from "./wait.js";

/** The page, as its server sends it. */
export interface Source {
  /** Its address, after redirects. */
  url: string;
  headers: Headers;
  text: string;
}

/** Returns the page's referrer policy: the last one in its markup, or its header. */
export const policyOf = (header: string, html: string): string => {
  const named = tagsOf("meta", html).filter((tag) => /\bname\s*=\s*["']?referrer\b/i.test(tag));
  const last = (words: string[]) =>
    words
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean)
      .pop();
  return last(named.map((tag) => attributeOf("content", tag) ?? "")) ?? last(header.split(",")) ?? "";
};

/** Returns whether requests of the page to its own origin carry its whole URL. */
export const isLeaking = (policy: string): boolean => !["no-referrer", "origin", "strict-origin"].includes(policy);

/** Returns whether the page's Content-Security-Policy, in its header or its markup, blocks requests to `url`. */
export const blocksRequests = ({ headers, text, url: page }: Pick<Source, "headers" | "text" | "url">, url: string) => {
  const inMarkup = tagsOf("meta", text).filter((tag) => /\bhttp-equiv\s*=\s*["']?content-security-policy\b/i.test(tag));
  const policies = [
    ...(headers.get("content-security-policy") ?? "").split(","),
    ...inMarkup.map((tag) => attributeOf("content", tag) ?? ""),
  ];
  return policies.some((policy) => {
    const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/));
    const of = (name: string) => directives.find(([own = ""]) => own.toLowerCase() === name);
    const [, ...sources] = of("connect-src") ?? of("default-src") ?? ["", "*"];
    return !sources.some((source) => allows(source, new URL(url), new URL(page)));
  });
};

/** Returns whether a source of a policy allows a URL (CSP level 3, section 6.7.2.8). Ignores its path. */
const allows = (source: string, url: URL, page: URL): boolean => {
  if (source === "*") return true;
  if (/^'self'$/i.test(source)) return url.origin === page.origin;
  const [, scheme = page.protocol.slice(0, -1), host, port] =
    source.match(/^(?:([a-z][a-z0-9+.-]*):(?:\/\/|$))?([^:/]*)(?::(\d+|\*))?/i) ?? [];
  // A source with http also allows https.
  const schemes = scheme.toLowerCase() === "http" ? ["http:", "https:"] : [`${scheme.toLowerCase()}:`];
  if (!schemes.includes(url.protocol)) return false;
  if (!host) return true;
  const isHost = host.startsWith("*")
    ? url.hostname.endsWith(host.slice(1).toLowerCase())
    : url.hostname === host.toLowerCase();
  return isHost && (port === "*" || (port ?? "") === url.port);
};

/**
 * Returns whether the page may have a script that runs: an inline one, or a file that its server sends. Without one, it
 * cannot finish a login.
 */
export const mayRun = async ({ text, url }: Pick<Source, "text" | "url">, signal: AbortSignal): Promise<boolean> => {
  const files = tagsOf("script", text).map((tag) => attributeOf("src", tag));
  const run = await Promise.all(files.map((file) => file === undefined || isScript(new URL(file, url), signal)));
  return run.includes(true);
};

/** What cannot be read may be a script. */
const isScript = async (url: URL, signal: AbortSignal): Promise<boolean> => {
  if (url.origin !== location.origin) return true;
  try {
    const { ok, headers } = await inTime(signal, (signal) => fetch(url, { mode: "same-origin", signal }));
    return ok && !/html/i.test(headers.get("content-type") ?? "");
  } catch {
    return true;
  }
};

const tagsOf = (name: string, html: string): string[] =>
  html.replace(/<!--.*?-->/gs, "").match(new RegExp(`<${name}\\b[^>]*>`, "gi")) ?? [];

const attributeOf = (name: string, tag: string): string | undefined => {
  const [, double, single, bare] =
    tag.match(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i")) ?? [];
  return double ?? single ?? bare;
};
