import { attempt } from "./attempt.js";

/**
 * Returns whether `url` is on the origin of `base` and under its path, which ends with a slash.
 *
 * The parser has resolved `..` and `%2e%2e`. It keeps a percent-encoded slash, which a server behind it may decode.
 */
export const isInside = (base: URL, url: URL): boolean =>
  url.origin === base.origin &&
  url.pathname.startsWith(base.pathname) &&
  !/(\.|%2e){2}(%2f|%5c)|(%2f|%5c)(\.|%2e){2}/i.test(url.pathname);

/**
 * Returns the URL of an address. A path is below `base`, with or without a slash at its start. Two slashes begin
 * another host (WHATWG URL).
 */
export const resolved = (base: URL, address: unknown): URL => new URL(`${address}`.replace(/^\/(?![/\\])/, "./"), base);

/** What is wrong with an address that must not receive the token. */
export const OUTSIDE = "input is not under baseUrl or origins: pass a path such as tracks/7.";

/** Returns what is wrong with an address if only `origins` receive the token. */
export const unlisted = (address: unknown): string => {
  const { origin = "" } = attempt(() => new URL(`${address}`, location.href)) ?? {};
  return /^http/.test(origin)
    ? `${origin} is not one of the origins: add it to origins of oauth().`
    : "input must be an http or https URL.";
};

/** Returns `text` as an http or https URL, or undefined. */
export const webAddress = (text: unknown): URL | undefined => {
  if (typeof text !== "string") return undefined;
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
};

/** Returns `text` as a URL relative to this page. Anything else stays as it is, for the core to refuse. */
export const fromPage = <Text>(text: Text): Text | string => {
  const url = typeof text === "string" ? attempt(() => new URL(text, location.href).href) : undefined;
  return url ?? text;
};

/** Returns whether plain http to this host stays on this machine. */
export const isLocalhost = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
