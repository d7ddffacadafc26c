import { preferBrowserBuilds } from "../support/browser-builds.js";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { solidApp } from "./apps/solid.js";
import { testContract } from "./contract.js";

const page = openPage();
preferBrowserBuilds();
const copy = freshCopy();
const Solid = await import("solid-js");
const web = await import("solid-js/web");
const [kit, testing] = await Promise.all([import(`${copy}solid.js`), import(`${copy}testing.js`)]);

const mount = async (place: HTMLElement, client: Parameters<typeof solidApp>[3]) =>
  web.render(solidApp(Solid, web, kit, client), place);

testContract({ name: "Solid", mount }, page, testing);
