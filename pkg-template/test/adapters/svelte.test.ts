import { test } from "node:test";
import { preferBrowserBuilds } from "../support/browser-builds.js";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { svelteApp } from "./apps/svelte.js";
import { hydratesFrom, testContract } from "./contract.js";

const page = openPage();
preferBrowserBuilds();
const copy = freshCopy();
const { hydrate, mount: show, unmount } = await import("svelte");
const [kit, testing] = await Promise.all([import(`${copy}svelte.js`), import(`${copy}testing.js`)]);

/** A client on a server. */
const onServer = {
  session: { get: () => ({ status: "loading" }) as const, subscribe: () => () => {} },
  on: () => () => {},
} as never;

for (const syntax of ["4", "5"] as const) {
  const { App, propsOf } = await svelteApp(syntax, "client");
  const mount = async (target: HTMLElement, client: Parameters<typeof propsOf>[1]) => {
    const app = show(App, { target, props: propsOf(kit, client) });
    return () => unmount(app);
  };
  test(`Svelte, syntax of ${syntax}, hydrates what a server rendered`, async () => {
    const { render } = await import("svelte/server");
    const server = await svelteApp(syntax, "server");
    const target = page.root();
    target.innerHTML = render(server.App, { props: propsOf(kit, onServer) }).body;
    const { client } = testing.fakeStagepass({ user: testing.fakeUser() });
    await client.ready();
    await hydratesFrom("loading …", target, () => hydrate(App, { target, props: propsOf(kit, client) }));
  });

  testContract({ name: `Svelte, syntax of ${syntax}`, mount }, page, testing);
}
