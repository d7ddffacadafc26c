import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CONFIG, core, freshCopy, pretendBrowser, SIGNED_IN, seen, settled, until } from "../support/pretend.js";

const ORIGIN = "https://app.example";
const STATE = "AAAAAAAAAAAAAAAAAAAAAA";

class Element {
  textContent = "";
  href = "";
  type = "";
  onclick: (() => void) | undefined;
  dataset: Record<string, string> = {};
  attributes: Record<string, string> = {};
  children: (Element | string)[] = [];
  name: string;
  constructor(name = "") {
    this.name = name;
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value;
  }
  append(...children: (Element | string)[]) {
    this.children.push(...children);
    for (const child of children) this.textContent += typeof child === "string" ? child : child.textContent;
  }
  replaceChildren(...children: Element[]) {
    this.children = children;
  }
  replaceWith(text: string) {
    this.textContent = text;
  }
}

interface Arrival {
  /** How the core ends. */
  ending: () => Promise<unknown>;
  main?: Element;
  /** The kind of the login in the address: `p` or `f`. */
  display?: "p" | "f";
  /** The record of the login. */
  record?: string;
  hasStorage?: boolean;
  /** Whether the script that shows the result loads. */
  hasResultScript?: boolean;
  /** Whether another page follows, so that this one shows nothing. */
  isLeaving?: boolean;
}

/** Returns what the callback page shows. */
const shown = async (arrival: Arrival) => {
  const { ending, main, display, record, hasStorage = true, hasResultScript = true, isLeaving = false } = arrival;
  pretendBrowser();
  const [body, documentElement] = [new Element(), new Element()];
  const response = display ? `#code=1&state=sp1.${display}.${STATE}` : "";
  const stored: Record<string, string> = record ? { [`stagepass/login/sp1.${display}.${STATE}`]: record } : {};
  const closed: boolean[] = [];
  Object.assign(globalThis, {
    location: new URL(`${ORIGIN}/callback.html${response}`),
    localStorage: hasStorage ? stored : undefined,
    close: () => closed.push(true),
    // A popup posts to its opener first: forward.test.ts. Here none answers.
    addEventListener: () => {},
    history: { replaceState: () => {} },
    BroadcastChannel: undefined,
    document: {
      ...document,
      body,
      documentElement,
      querySelector: () => main ?? null,
      createElement: (name: string) => new Element(name),
    },
  });
  const handled = new Promise<void>((resolve) => {
    core.handleRedirect = () => {
      for (const key of Object.keys(stored)) delete stored[key];
      resolve();
      return ending();
    };
  });
  const copy = freshCopy();
  if (!hasResultScript) rmSync(fileURLToPath(`${copy}callback-result.js`));
  await import(`${copy}callback.js`);
  await handled;
  const place = main ?? body;
  if (isLeaving) {
    // By then the page would have loaded it as well.
    await import(`${copy}callback-result.js`);
    for (let turn = 0; turn < 20; turn++) await settled();
  } else {
    await until(() => place.children.length || place.textContent);
  }
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.deepEqual(documentElement.dataset, { stagepass: version });
  const children = place.children as Element[];
  const find = (name: string) => children.find((child) => child.name === name);
  const [outcome, link, button] = [find("div"), find("a"), find("button")];
  const actions = children.slice(1).map(({ textContent }) => textContent);
  return { role: outcome?.attributes.role, text: outcome?.textContent, href: link?.href, actions, button, closed };
};

const failed = () => Promise.reject({ code: 18, status: 400, description: "<b>expired</b>" });
const recordOf = (returnTo: string) => JSON.stringify({ version: 1, returnTo, baseUrl: CONFIG.baseUrl, dpop: "" });

test("no sign-in to finish", async () => {
  const { role, text, href, button } = await shown({ ending: async () => ({ kind: "none" }) });
  assert.deepEqual([role, text, href, button], ["status", "There is no sign-in to finish here.", "/", undefined]);
});

test("a failure is told in words, with the service's own and the code, as text", async () => {
  const { role, text, href, actions } = await shown({ ending: failed, display: "f" });
  assert.equal(role, "alert");
  assert.equal(text, "The service did not accept the sign-in. Start again.“<b>expired</b>” (exchange_refused)");
  assert.deepEqual([href, actions], ["/", ["Back to app.example"]]);
});

test("an app without a key is named by its name", async () => {
  const record = JSON.stringify({ version: 1, clientId: "Night Radio", isRegistered: false });
  const { actions } = await shown({ ending: failed, display: "f", record });
  assert.deepEqual(actions, ["Back to Night Radio"]);
});

test("a failure leads back to the page that asked, if that is on this origin", async () => {
  const returnTo = `${ORIGIN}/albums?page=2#top`;
  const href = async (arrival: Partial<Arrival>) => (await shown({ ending: failed, display: "f", ...arrival })).href;
  assert.equal(await href({ record: recordOf(returnTo) }), returnTo);
  for (const other of [
    "",
    "https://evil.example/",
    `${ORIGIN}.evil.example/`,
    "javascript:alert(1)",
    "//evil.example",
    "/albums",
  ]) {
    assert.equal(await href({ record: recordOf(other) }), "/", other);
  }
  for (const record of ["unreadable", "null", "7"]) assert.equal(await href({ record }), "/", record);
  assert.equal(await href({ hasStorage: false }), "/");
});

test("a popup can be closed, and says so if the browser keeps it open", async (t) => {
  const record = recordOf(`${ORIGIN}/a`);
  const { href, actions, button, closed } = await shown({ ending: failed, display: "p", record });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  assert.deepEqual([href, button?.type], [`${ORIGIN}/a`, "button"]);
  // The style sheet makes the first one the primary button.
  assert.deepEqual(actions, ["Close this window", "Back to app.example"]);
  button?.onclick?.();
  assert.deepEqual(closed, [true]);
  t.mock.timers.tick(500);
  assert.equal(button?.textContent, "The browser keeps this window open. Close it yourself.");
});

test("where the page stays, it says how it ended, in its main if it has one", async () => {
  const main = new Element();
  assert.equal((await shown({ ending: async () => SIGNED_IN, main })).text, "You are signed in.");
  const { text } = await shown({ ending: async () => ({ kind: "handed-over" }) });
  assert.equal(text, "You can close this window.");
});

test("without the script that shows the result, the page shows the message alone", async () => {
  const main = new Element();
  await shown({ ending: failed, main, hasResultScript: false });
  assert.equal(main.textContent, "The service did not accept the sign-in. Start again.");
});

test("a page on its way shows nothing", async () => {
  assert.equal((await shown({ ending: async () => ({ kind: "returning" }), isLeaving: true })).text, undefined);
});

test("a full page starts at once what it waits for, and a popup does not", async () => {
  const record = recordOf(`${ORIGIN}/albums`);
  for (const display of ["p", "f"] as const) {
    seen.links.clear();
    await shown({ ending: failed, display, record });
    const links = [...seen.links].map(({ rel, href = "" }) => [rel, href.replace(/.*\//, "")]);
    const all = [["preconnect", "v1"]];
    assert.deepEqual(links, display === "f" ? all : []);
  }
});
