/**
 * Announces to the browser what will be needed soon, such as a connection (`preconnect`). Returns the element.
 *
 * `crossOrigin` selects the connection of requests without cookies, as ours to the service are.
 */
export const addLink = (rel: string, href: string): HTMLLinkElement => {
  const link = Object.assign(document.createElement("link"), { rel, crossOrigin: "", href });
  document.head.append(link);
  return link;
};
