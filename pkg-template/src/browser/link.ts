/**
 * Tells the browser what the page will need soon: a connection (`preconnect`) or a file (`preload`, `prefetch`). Returns
 * the element.
 *
 * `crossOrigin` selects the connection of requests without cookies, as ours to the service are. Requests to the page's
 * own origin keep their cookies.
 */
export const addLink = (rel: string, href: string, as = ""): HTMLLinkElement => {
  const link = Object.assign(document.createElement("link"), { rel, as, crossOrigin: "", href });
  document.head.append(link);
  return link;
};
