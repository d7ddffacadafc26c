// What every adapter renders on a server: in this process, which has no window, with real clients of both kinds.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProvidedClient } from "../../src/adapter/client.js";
import { CONFIG, freshCopy, settled } from "../support/pretend.js";
import { angularApp } from "./apps/angular.js";
import { reactApp } from "./apps/react.js";
import { solidApp } from "./apps/solid.js";
import { svelteApp } from "./apps/svelte.js";
import { vueApp } from "./apps/vue.js";

const copy = freshCopy();
const kitOf = (name: string) => import(`${copy}${name}.js`);
const [{ stagepass }, { oauth }] = await Promise.all([kitOf("index"), kitOf("oauth")]);
const clients: ProvidedClient[] = [
  stagepass(CONFIG),
  oauth({ issuer: "https://id.example", clientId: "app", redirectUri: CONFIG.redirectUri }),
];

const requests: unknown[] = [];
globalThis.fetch = async (...values) => {
  requests.push(values[0]);
  throw new Error("No request is expected.");
};
const complaints: unknown[][] = [];
console.error = (...values: unknown[]) => complaints.push(values);
console.warn = console.error;
process.on("unhandledRejection", (reason) => complaints.push([reason]));

/** Render an app with a client to HTML. */
const renderers: { [framework: string]: () => Promise<(client: ProvidedClient) => string | Promise<string>> } = {
  async React() {
    const [React, { renderToString }, kit] = await Promise.all([
      import("react"),
      import("react-dom/server"),
      kitOf("react"),
    ]);
    return (client) => renderToString(reactApp(React, kit, client));
  },
  async Vue() {
    const [Vue, { renderToString }, kit] = await Promise.all([
      import("vue"),
      import("vue/server-renderer"),
      kitOf("vue"),
    ]);
    return (client) => renderToString(vueApp(Vue, kit, client, true));
  },
  async "Svelte, syntax of 4"() {
    return renderSvelte("4");
  },
  async "Svelte, syntax of 5"() {
    return renderSvelte("5");
  },
  async Angular() {
    await import("@angular/compiler");
    const core = await import("@angular/core");
    const { bootstrapApplication } = await import("@angular/platform-browser");
    const { provideServerRendering, renderApplication } = await import("@angular/platform-server");
    const kit = await kitOf("angular");
    const App = angularApp(core, kit);
    const options = { document: "<app-root></app-root>", url: "https://app.example/", allowedHosts: ["app.example"] };
    return (client) => {
      const providers = [core.provideZonelessChangeDetection(), provideServerRendering(), kit.provideStagepass(client)];
      return renderApplication((context) => bootstrapApplication(App, { providers }, context), options);
    };
  },
  async Solid() {
    const [Solid, web, kit] = await Promise.all([import("solid-js"), import("solid-js/web"), kitOf("solid")]);
    return (client) => web.renderToString(solidApp(Solid, web, kit, client));
  },
};

const renderSvelte = async (syntax: "4" | "5") => {
  const [{ render }, kit] = await Promise.all([import("svelte/server"), kitOf("svelte")]);
  const { App, propsOf } = await svelteApp(syntax, "server");
  return (client: ProvidedClient) => render(App, { props: propsOf(kit, client) }).body;
};

for (const [framework, open] of Object.entries(renderers)) {
  test(`${framework} on a server renders loading`, async () => {
    assert.equal(typeof window, "undefined");
    const render = await open();
    for (const client of clients) {
      const html = await render(client);
      const texts = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) =>
        text?.replace(/<!--.*?-->/g, ""),
      );
      assert.deepEqual(texts, ["loading …", "loading …"], html);
    }
    await settled();
    assert.deepEqual([requests, complaints], [[], []]);
  });
}
