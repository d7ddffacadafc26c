import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type * as Package from "../../src/entry/index.js";
import { CONFIG, core, freshCopy, PAGE, pretendBrowser, SIGNED_IN, settled, until } from "../support/pretend.js";

pretendBrowser();
const usual = { ...core };

/** How often the other script has read whether this is a test's browser. It is, so nothing is diagnosed. */
let explained = 0;
const navigator = {
  get webdriver() {
    explained++;
    return true;
  },
};
Object.defineProperty(globalThis, "navigator", { configurable: true, value: navigator });

beforeEach(() => {
  Object.assign(core, usual);
  explained = 0;
});

const open = (address: string) => Object.assign(location, { href: address, origin: new URL(address).origin });

/** Opens the package. Also returns a function that waits until the other script would have run. */
const opened = async () => {
  const copy = freshCopy();
  const { stagepass }: typeof Package = await import(`${copy}index.js`);
  const loaded = async () => {
    // The first loads the second. A script that is loading already is ready by then.
    for (const script of ["api", "diagnose"]) await import(`${copy}${script}.js`);
    for (let turn = 0; turn < 20; turn++) await settled();
  };
  return { stagepass, loaded };
};

for (const [address, times] of [
  ["http://localhost:5173/", 1],
  ["http://127.0.0.1:5173/", 1],
  ["http://music.test/", 1],
  ["https://localhost:5173/", 1],
  // An app in a web view of Capacitor.
  ["https://localhost/", 0],
  [PAGE, 0],
] as const) {
  test(`a login of ten seconds on ${address} is ${times ? "" : "not "}explained`, async ({ mock }) => {
    open(address);
    const { stagepass, loaded } = await opened();
    mock.timers.enable({ apis: ["setTimeout"] });
    const sp = stagepass(CONFIG);
    await sp.ready();
    core.login = () => new Promise(() => {});
    void sp.oauth.login({ scope: "read" });
    mock.timers.tick(9_999);
    await loaded();
    assert.equal(explained, 0);
    mock.timers.tick(1);
    if (times) await until(() => explained);
    await loaded();
    assert.equal(explained, times);
  });
}

test("a login that has ended is not explained", async ({ mock }) => {
  open("http://localhost:5173/");
  const { stagepass, loaded } = await opened();
  mock.timers.enable({ apis: ["setTimeout"] });
  const sp = stagepass(CONFIG);
  for (const end of [() => Promise.resolve(SIGNED_IN), () => Promise.reject({ code: 12 })]) {
    core.login = end;
    await sp.oauth.login({ scope: "read" }).catch(() => {});
  }
  await assert.rejects(sp.oauth.login({ scope: "read", signal: AbortSignal.abort() }), { code: "aborted" });
  mock.timers.tick(60_000);
  await loaded();
  assert.equal(explained, 0);
});

test("a response that nothing takes from the URL is explained", async ({ mock }) => {
  open("http://localhost:5173/callback#code=1&state=sp1.f.x");
  const { stagepass, loaded } = await opened();
  mock.timers.enable({ apis: ["setTimeout"] });
  stagepass(CONFIG);
  mock.timers.tick(10_000);
  await until(() => explained);
  await loaded();
  assert.equal(explained, 1);
});
