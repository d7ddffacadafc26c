// The redirect URIs of the API (`v1OAuthAuthorize` in api/v1_oauth.go).

import { isIP } from "node:net";

/**
 * Returns why the API refuses this redirect URI, if it does. Of an app with registered URIs it must be one of them,
 * letter for letter. An app without any may name every web address that passes these rules.
 */
export function problemOf(redirectUri, { redirectUris }) {
  if (redirectUris.length) return redirectUris.includes(redirectUri) ? undefined : "redirect_uri not registered";
  if (redirectUri.toLowerCase() === "postmessage") return undefined;
  // The path before a URL parser resolves its dots.
  const [, scheme, authority, path = "", fragment] =
    redirectUri.match(/^([a-z][\w+.-]*):\/\/([^/?#]+)([^?#]*)[^#]*(#.+)?/i) ?? [];
  if (!authority) return "redirect_uri is not a valid URL";
  if (!/^https?$/i.test(scheme)) return "redirect_uri scheme must be http or https";
  if (fragment || authority.includes("@")) return "redirect_uri must not contain credentials or a fragment";
  if (decodeURIComponent(path).split(/[\\/]/).includes("..")) return "redirect_uri contains a path traversal sequence";
  const host = new URL(redirectUri).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !/^127\.|^::1$/.test(host)) return "redirect_uri must not use a non-loopback IP address";
  return undefined;
}
