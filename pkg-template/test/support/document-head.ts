// A document to which `<link>` elements are added.

/** Returns a document's members for `<link>` elements, which are in `links` while they are in the document. */
export const documentHead = (links: Set<PretendLink>) => ({
  createElement: () => {
    const link: PretendLink = { remove: () => links.delete(link) };
    return link;
  },
  head: { append: (link: PretendLink) => links.add(link) },
});

export interface PretendLink {
  rel?: string;
  crossOrigin?: string;
  href?: string;
  remove(): void;
}
