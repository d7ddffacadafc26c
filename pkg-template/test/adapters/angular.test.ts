import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { angularApp } from "./apps/angular.js";
import { testContract } from "./contract.js";

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
