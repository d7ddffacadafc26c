import type { Glue } from "../glue.js";

/** The page of a login without a browser: its storage, and where the core has sent it. */
export interface Page {
  /** What both storage areas have. */
  readonly stored: Map<string, string>;
  /** The URL of the page. */
  href: string;
  /** The globals that the core reads, by their names. */
  readonly globals: object;
}

/** Opens a page at `href`. `respond` answers its only request. */
export const openPage = (href: string, respond: () => unknown): Page => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (place: number) => [...stored.keys()][place] ?? null,
    get length() {
      return stored.size;
    },
  };
  const go = (url: string) => {
    page.href = url;
  };
  const location = {
    get href() {
      return page.href;
    },
    assign: go,
    replace: go,
  };
  const window: { [name: string]: unknown } = {
    location,
    localStorage: storage,
    sessionStorage: storage,
    history: { state: null, replaceState: (_state: unknown, _title: string, url: string) => go(url) },
    document: { addEventListener() {} },
    navigator: { locks: { request: async (_name: string, grant: () => unknown) => grant() } },
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent() {},
    crypto,
    fetch: async () => ({ status: 200, text: async () => JSON.stringify(respond()) }),
  };
  window.window = window;
  /** The core checks the class of a window. */
  const Window = { [Symbol.hasInstance]: (found: unknown) => found === window };
  const page = { stored, href, globals: { globalThis: window, window, self: window, Window } };
  return page;
};

/** Runs a core as JavaScript, with its glue. */
export const run = <Functions extends Glue>(
  glue: Functions,
  { instantiate }: { instantiate: (imports: WebAssembly.Imports) => WebAssembly.Exports },
): Functions => {
  glue.__wbg_set_wasm(instantiate(glue.imports));
  return glue;
};
