// A page that the frameworks can render into.

type Page = Window & { document: Document };

// Its types need a later version of the language than the package's target, so tsc must not read them.
const name = "happy-dom";
const { Window: Page }: { Window: new (options: { url: string }) => Page } = await import(name);

/** What the frameworks use without `window`. */
const CLASSES = [
  "Comment",
  "CSSStyleSheet",
  "CustomEvent",
  "Element",
  "Event",
  "HTMLElement",
  "HTMLMediaElement",
  "Node",
  "SVGElement",
  "Text",
] as const;

/** Makes this process a page. Call it before a framework's renderer is imported. */
export const openPage = (): { root: () => HTMLElement } => {
  const page = new Page({ url: "https://app.example/" });
  const classes = page as unknown as typeof globalThis;
  Object.assign(globalThis, {
    ...Object.fromEntries(CLASSES.map((name) => [name, classes[name]])),
    window: page,
    document: page.document,
    navigator: page.navigator,
    location: page.location,
    customElements: page.customElements,
    addEventListener: page.addEventListener.bind(page),
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  return {
    root: () => {
      const element = page.document.createElement("main");
      page.document.body.append(element);
      return element;
    },
  };
};
