import { test } from "node:test";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { vueApp } from "./apps/vue.js";
import { hydratesFrom, testContract } from "./contract.js";

const page = openPage();
const copy = freshCopy();
const [Vue, kit, testing] = await Promise.all([import("vue"), import(`${copy}vue.js`), import(`${copy}testing.js`)]);

const mount = async (place: HTMLElement, client: Parameters<typeof vueApp>[2]) => {
  const app = vueApp(Vue, kit, client);
  app.mount(place);
  return () => app.unmount();
};

testContract({ name: "Vue", mount }, page, testing);

test("Vue hydrates what a server rendered", async () => {
  const { renderToString } = await import("vue/server-renderer");
  const { client } = testing.fakeStagepass({ user: testing.fakeUser() });
  await client.ready();
  const place = page.root();
  place.innerHTML = await renderToString(vueApp(Vue, kit, client, true));
  await hydratesFrom("loading …", place, () => vueApp(Vue, kit, client, true).mount(place));
});
