/**
 * Connects to the service while the user signs in, so that the code exchange does not wait for a handshake. Returns the
 * element that asks the browser to do so.
 *
 * `crossOrigin` selects the connection of requests without cookies, as ours are.
 */
export const preconnect = (href: string): HTMLLinkElement => {
  const link = Object.assign(document.createElement("link"), { rel: "preconnect", crossOrigin: "", href });
  document.head.append(link);
  return link;
};
