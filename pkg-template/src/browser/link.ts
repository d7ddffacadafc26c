/**
 * Announces to the browser what will be needed soon: a connection (`preconnect`) or a page (`prefetch`). Returns the
 * element.
 *
 * `crossOrigin` selects the connection of requests without cookies, as ours to the service are. Requests to the page's
 * own origin keep their cookies.
 */
export const addLink = (rel: string, href: string): HTMLLinkElement => {
  const link = Object.assign(document.createElement("link"), { rel, crossOrigin: "", href });
  document.head.append(link);
  return link;
};
