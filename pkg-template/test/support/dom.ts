// A page that React can render into, and that counts its listeners.

type Page = Window & { document: Document };

// Its types need a later version of the language than the package's target, so tsc must not read them.
const name = "happy-dom";
const { Window: Page }: { Window: new (options: { url: string }) => Page } = await import(name);

/** Makes this process a page. Call it before React's renderer is imported. */
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
