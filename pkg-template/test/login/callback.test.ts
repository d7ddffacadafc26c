import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { core, freshCopy, pretendBrowser, SIGNED_IN, settled } from "../support/pretend.js";

class Element {
  textContent = "";
  href = "";
  dataset: Record<string, string> = {};
  attributes: Record<string, string> = {};
  children: Element[] = [];
  setAttribute(name: string, value: string) {
    this.attributes[name] = value;
  }
  replaceChildren(...children: Element[]) {
    this.children = children;
  }
}

/** What the callback page shows when the core comes to this. */
const shown = async (ending: () => Promise<unknown>, main?: Element) => {
  pretendBrowser();
  const [body, documentElement] = [new Element(), new Element()];
  Object.assign(globalThis, {
    document: {
      ...document,
      body,
      documentElement,
      querySelector: () => main ?? null,
      createElement: () => new Element(),
    },
  });
  const asked = new Promise<void>((resolve) => {
    core.handleRedirect = () => {
      resolve();
      return ending();
    };
  });
  await import(`${freshCopy()}callback.js`);
  await asked;
  for (let turns = 0; turns < 20; turns++) await settled();
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.deepEqual(documentElement.dataset, { stagepass: version });
  const [paragraph, link] = (main ?? body).children;
  return { role: paragraph?.attributes.role, text: paragraph?.textContent, href: link?.href };
};

test("no sign-in to finish", async () => {
  assert.deepEqual(await shown(async () => ({ kind: "none" })), {
    role: "status",
    text: "There is no sign-in to finish here.",
    href: "/",
  });
});

test("a failure is told in words, with the service's own and the code, as text", async () => {
  const { role, text, href } = await shown(() => Promise.reject([18, 400, "<b>expired</b>"]));
  assert.equal(role, "alert");
  assert.equal(text, "The service did not accept the sign-in. Start again. “<b>expired</b>” (exchange_refused)");
  assert.equal(href, "/");
});

test("where the page stays, it says how it ended, in its main if it has one", async () => {
  const main = new Element();
  assert.equal((await shown(async () => SIGNED_IN, main)).text, "You are signed in.");
  assert.equal((await shown(async () => ({ kind: "handed-over" }))).text, "You can close this window.");
});

test("a page on its way shows nothing", async () => {
  assert.equal((await shown(async () => ({ kind: "returning" }))).text, undefined);
});
