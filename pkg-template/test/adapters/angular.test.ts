import { test } from "node:test";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { angularApp } from "./apps/angular.js";
import { hydratesFrom, testContract } from "./contract.js";

const page = openPage();
// Compiles the components and Angular's own packages in this process. It comes first.
await import("@angular/compiler");
const copy = freshCopy();
const core = await import("@angular/core");
const { createApplication } = await import("@angular/platform-browser");
const [kit, testing] = await Promise.all([import(`${copy}angular.js`), import(`${copy}testing.js`)]);

const App = angularApp(core, kit);

const mount = async (place: HTMLElement, client: Parameters<typeof kit.provideStagepass>[0]) => {
  const providers = [core.provideZonelessChangeDetection(), kit.provideStagepass(client)];
  const app = await createApplication({ providers });
  app.bootstrap(App, place);
  return () => app.destroy();
};

testContract({ name: "Angular", mount }, page, testing);

test("Angular hydrates what a server rendered", async () => {
  const { bootstrapApplication, provideClientHydration } = await import("@angular/platform-browser");
  const { provideServerRendering, renderApplication } = await import("@angular/platform-server");
  const providersOf = (client: unknown) => [
    core.provideZonelessChangeDetection(),
    provideClientHydration(),
    kit.provideStagepass(client),
  ];
  const onServer = { session: { get: () => ({ status: "loading" }), subscribe: () => () => {} }, on: () => () => {} };
  const html = await renderApplication(
    (context) =>
      bootstrapApplication(App, { providers: [...providersOf(onServer), provideServerRendering()] }, context),
    { document: "<app-root></app-root>", url: "https://app.example/", allowedHosts: ["app.example"] },
  );
  document.documentElement.innerHTML = html;
  const { client } = testing.fakeStagepass({ user: testing.fakeUser() });
  await client.ready();
  await hydratesFrom("loading …", document.body, () => bootstrapApplication(App, { providers: providersOf(client) }));
});
