import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { vueApp } from "./apps/vue.js";
import { testContract } from "./contract.js";

const page = openPage();
const copy = freshCopy();
const [Vue, kit, testing] = await Promise.all([import("vue"), import(`${copy}vue.js`), import(`${copy}testing.js`)]);

const mount = async (place: HTMLElement, client: Parameters<typeof vueApp>[2]) => {
  const app = vueApp(Vue, kit, client);
  app.mount(place);
  return () => app.unmount();
};

testContract({ name: "Vue", mount }, page, testing);
