// The callback page of a popup hands the response to its opener, and loads the core only if the opener does not answer.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { core, freshCopy, pretendBrowser, settled } from "../support/pretend.js";

const ORIGIN = "https://app.example";
const STATE = "sp1.p.AAAAAAAAAAAAAAAAAAAAAA";
const TAKEN = `stagepass1\ntaken\n${STATE}\n`;
/** The name that src/core/transaction.rs gives the channel of this state. */
const CHANNEL = "stagepass/jUXVTXX4YF9lxdxoLoD38Fv8yZulzLKl1ONdLgRfQYg";

const NodeChannel = BroadcastChannel;
let channel: BroadcastChannel;

/** Does not keep Node running: a page opens its channel after a hash, which may be after the last test. */
class OpenChannel extends NodeChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
}

const page = {
  window: new EventTarget(),
  opener: undefined as { postMessage(text: string, target: string): void } | undefined,
  /** What was posted to the opener, and on the channel. */
  posted: [] as string[][],
  broadcast: [] as unknown[],
  addresses: [] as string[],
  closed: 0,
  /** The URLs that the core was asked to handle. */
  handled: [] as string[],
  main: { textContent: "", replaceChildren: () => assert.fail("the page shows its result") },
};

/** The waits of the page for its opener, which a test ends: no busy computer may end them. */
let waits: (() => void)[] = [];
const realSetTimeout = globalThis.setTimeout;
const endWait = () => {
  for (const end of waits.splice(0)) end();
};

beforeEach(() => {
  pretendBrowser();
  waits = [];
  const pretended = (wake: () => void, delay: number) =>
    delay === 100 || delay === 1_000 ? waits.push(wake) : realSetTimeout(wake, delay);
  Object.assign(globalThis, { setTimeout: pretended });
  Object.assign(page, { window: new EventTarget(), posted: [], broadcast: [], addresses: [], closed: 0, handled: [] });
  page.opener = { postMessage: (...values) => page.posted.push(values) };
  channel = new OpenChannel(CHANNEL);
  channel.onmessage = (event) => page.broadcast.push((event as MessageEvent).data);
  core.handleRedirect = (url) => {
    page.handled.push(url);
    return new Promise(() => {});
  };
  Object.assign(globalThis, { BroadcastChannel: OpenChannel, close: () => page.closed++, localStorage: {} });
});
afterEach(() => {
  Object.assign(globalThis, { setTimeout: realSetTimeout });
  channel.close();
});

/** The page, and the script inside it. */
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const [, firstScript = ""] = /<script>([^<]*)<\/script>/.exec(read("callback/callback.html")) ?? [];

/** Opens the callback page with this response, without the script inside it. */
const open = async (response: string) => {
  arrive(response);
  await import(`${freshCopy()}callback.js`);
};

/** Makes this the callback page, with this response. */
const arrive = (response: string) => {
  Object.assign(window, { opener: page.opener });
  Object.assign(globalThis, {
    location: new URL(`${ORIGIN}/callback.html${response}`),
    history: { state: 7, replaceState: (...values: unknown[]) => page.addresses.push(values.join(" ")) },
    addEventListener: page.window.addEventListener.bind(page.window),
    opener: page.opener,
    document: { documentElement: { dataset: {} }, querySelector: () => page.main },
  });
};

/** Delivers a message to the page. */
const deliver = (data: unknown, source: unknown = page.opener, origin = ORIGIN) =>
  page.window.dispatchEvent(Object.assign(new Event("message"), { data, source, origin }));

test("the response is removed from the address and posted at once, and the opener that took it may close the popup", async () => {
  await open(`?shop=1#code=c&state=${STATE}&iss=i`);
  const answer = `stagepass1\nanswer\n${STATE}\n${ORIGIN}/callback.html?shop=1#code=c&state=${STATE}&iss=i`;
  assert.deepEqual(page.posted, [[answer, ORIGIN]]);
  assert.deepEqual(page.addresses, [`7  ${ORIGIN}/callback.html?shop=1`]);
  endWait();
  deliver(TAKEN);
  await settled();
  assert.equal(page.closed, 0);
  endWait();
  while (!page.closed || !page.broadcast.length) await sleep(5);
  assert.deepEqual([page.closed, page.handled], [1, []]);
  assert.deepEqual(page.broadcast, [answer]);
});

test("an opener that is cut off takes the response on the channel", async () => {
  page.opener = undefined;
  await open(`#error=access_denied&state=${STATE}`);
  while (!page.broadcast.length) await sleep(5);
  channel.postMessage("stagepass1\ntaken\nsp1.p.B\n");
  channel.postMessage(TAKEN);
  while (!page.closed) await sleep(5);
  assert.deepEqual([page.closed, page.handled], [1, []]);
});

test("if no opener answers, the core handles the original address, and `taken` still closes the popup", async () => {
  await open(`#code=c&state=${STATE}`);
  assert.deepEqual(page.handled, []);
  endWait();
  while (!page.handled.length) await sleep(5);
  assert.deepEqual(page.handled, [`${ORIGIN}/callback.html#code=c&state=${STATE}`]);
  deliver(TAKEN);
  await settled();
  endWait();
  await settled();
  assert.equal(page.closed, 1);
});

test("only the opener, of this origin, may close the popup", async () => {
  await open(`#code=c&state=${STATE}`);
  deliver(TAKEN, page.opener, "https://evil.example");
  deliver(TAKEN, {});
  deliver(TAKEN, null);
  deliver("stagepass1\ntaken\nsp1.p.B\n");
  deliver({ type: "taken" });
  page.opener = undefined;
  deliver(TAKEN, undefined);
  await settled();
  endWait();
  await settled();
  assert.equal(page.closed, 0);
});

test("without channels and without an opener the core is asked", async () => {
  page.opener = undefined;
  Object.assign(globalThis, { BroadcastChannel: undefined });
  await open(`?state=${STATE}&code=c`);
  endWait();
  while (!page.handled.length) await sleep(5);
  assert.deepEqual([page.closed, page.addresses], [0, [`7  ${ORIGIN}/callback.html`]]);
});

test("a full-page login is left to the core, and so is a state that is not ours", async () => {
  for (const state of ["sp1.f.AAAAAAAAAAAAAAAAAAAAAA", "theirs", "sp2.p.AAAA"]) {
    await open(`#code=c&state=${state}`);
    while (!page.handled.at(-1)?.endsWith(state)) await sleep(5);
  }
  assert.deepEqual([page.posted, page.addresses], [[], []]);
});

/** Runs the script inside the page. */
const runFirst = () => new Function(firstScript)();

test("the script inside the page posts the same response, before the other script is there", async () => {
  arrive(`#code=c&state=${STATE}`);
  runFirst();
  const answer = `stagepass1\nanswer\n${STATE}\n${ORIGIN}/callback.html#code=c&state=${STATE}`;
  assert.deepEqual(page.posted, [[answer, ORIGIN]]);
  deliver(TAKEN);
  await import(`${freshCopy()}callback.js`);
  assert.deepEqual(page.addresses, [`7  ${ORIGIN}/callback.html`]);
  endWait();
  await settled();
  endWait();
  while (!page.closed) await sleep(5);
  assert.deepEqual(page.handled, []);
});

test("the script inside the page believes only the opener, of this origin", async () => {
  arrive(`#code=c&state=${STATE}`);
  runFirst();
  deliver(TAKEN, page.opener, "https://evil.example");
  deliver(TAKEN, {});
  deliver("stagepass1\ntaken\nsp1.p.B\n");
  assert.deepEqual(document.documentElement.dataset, {});
});

test("the script inside the page does nothing without an opener, and for a login on a full page", () => {
  arrive(`#code=c&state=${STATE.replace(".p.", ".f.")}`);
  runFirst();
  arrive("");
  runFirst();
  page.opener = undefined;
  arrive(`#code=c&state=${STATE}`);
  runFirst();
  assert.deepEqual(page.posted, []);
});

test("the guide about policies has the hash of the script inside the page", () => {
  const hash = createHash("sha256").update(firstScript).digest("base64");
  assert.ok(read("../docs/guides/csp.md").includes(`'sha256-${hash}'`), hash);
});

test("the address keeps what is no part of the response, as the core's does", async () => {
  const at = `${ORIGIN}/callback.html`;
  const cases = {
    [`?a=1&code=c&state=${STATE}&codex=2#top`]: "?a=1&codex=2#top",
    [`?code=theirs#code=c&state=${STATE}`]: "?code=theirs",
    [`#state=${STATE}&error=e&error_description=d&error_uri=u&iss&x`]: "#x",
    [`#state=${STATE}&session_state=5f-e&iss=i&code=c`]: "",
    [`#/route?a&state=${STATE}&code=c`]: "#/route?a",
    [`?state=${STATE}&code=c#state=${STATE}&code=d`]: "",
  };
  for (const [response, rest] of Object.entries(cases)) {
    page.addresses = [];
    await open(response);
    assert.deepEqual(page.addresses, [`7  ${at}${rest}`], response);
  }
});
