// A page that React can render into, and that counts who listens to it.

type Page = Window & { document: Document };

// Its types want a later version of the language than the package is for: tsc must not come to see them.
const name = "happy-dom";
const { Window: Page }: { Window: new (options: { url: string }) => Page } = await import(name);

/** Makes this process a page. To be called before React's renderer is imported. */
export const openPage = (): { root: () => HTMLElement; listeners: () => number } => {
  const page = new Page({ url: "https://app.example/" });
  let listeners = 0;
  for (const target of [page, page.document]) {
    const { addEventListener } = target;
    target.addEventListener = (...values: [string, EventListener, AddEventListenerOptions?]) => {
      listeners++;
      values[2]?.signal?.addEventListener("abort", () => listeners--);
      addEventListener.apply(target, values);
    };
  }
  Object.assign(globalThis, {
    window: page,
    document: page.document,
    navigator: page.navigator,
    addEventListener: page.addEventListener.bind(page),
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  return {
    root: () => {
      const element = page.document.createElement("main");
      page.document.body.append(element);
      return element;
    },
    listeners: () => listeners,
  };
};
