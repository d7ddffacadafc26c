import { preferBrowserBuilds } from "../support/browser-builds.js";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { svelteApp } from "./apps/svelte.js";
import { testContract } from "./contract.js";

const page = openPage();
preferBrowserBuilds();
const copy = freshCopy();
const { mount: show, unmount } = await import("svelte");
const [kit, testing] = await Promise.all([import(`${copy}svelte.js`), import(`${copy}testing.js`)]);

for (const syntax of ["4", "5"] as const) {
  const { App, propsOf } = await svelteApp(syntax, "client");
  const mount = async (target: HTMLElement, client: Parameters<typeof propsOf>[1]) => {
    const app = show(App, { target, props: propsOf(kit, client) });
    return () => unmount(app);
  };
  testContract({ name: `Svelte, syntax of ${syntax}`, mount }, page, testing);
}
