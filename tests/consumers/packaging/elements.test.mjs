// The custom elements in Chromium: with a real service, under a strict policy, as a screen reader reads them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BrowserWindows } from "../../providers/browser-windows.mjs";
import { startBrowser } from "../phones/drive/webdriver.mjs";
import { startPage } from "./elements-page.mjs";
import { until } from "./tutorial-reader.mjs";

const AXE = fileURLToPath(new URL("../../../pkg-template/node_modules/axe-core/axe.min.js", import.meta.url));

/** Returns a part of an element, by the selector of the element and the name of the part. */
const PART = `return document.querySelector(arguments[0]).shadowRoot?.querySelector("[part=" + arguments[1] + "]")`;

let page;
let browser;
let windows;

before(async () => {
  page = await startPage();
  browser = await startBrowser();
  windows = await BrowserWindows.of(browser);
});

after(async () => {
  await browser?.stop();
  await page?.stop();
});

beforeEach(async () => {
  for (const origin of [page.origin, new URL(page.env.STAGEPASS_BASE_URL).origin]) {
    await devtools("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,cookies" });
  }
  await windows.open(page.origin);
  await shows("#public", "title", /./);
  await shows("#members", "message", /./);
});

afterEach(async () => {
  assert.deepEqual(await windows.run("return window.violations"), []);
});

const devtools = (cmd, params = {}) => browser.command("POST", "/goog/cdp/execute", { cmd, params });

/** Waits until the visible text of a part matches. */
const shows = (host, part, pattern) =>
  until(`${host} ${part} ${pattern}`, async () => {
    const text = await windows.run(`${PART}.innerText`, host, part);
    assert.match(text, pattern);
    return true;
  });

/** Waits until the waveform of a track is drawn. */
const showsWaveform = (host) =>
  until(`${host} waveform`, () => windows.run(`${PART} !== null`, host, "waveform"));

const onPart = async (host, part, act, body = {}) => {
  const element = await windows.run(PART, host, part);
  await browser.command("POST", `/element/${Object.values(element)[0]}/${act}`, body);
};

const click = (host, part) => onPart(host, part, "click");

const type = (host, part, text) => onPart(host, part, "value", { text });

const player = (script) => windows.run(`const { audio } = document.querySelector("#public"); return ${script}`);

const signIn = () =>
  windows.inPopup(async () => {
    await windows.fill("[name=handle]", page.env.STAGEPASS_USER);
    await windows.fill("[name=password]", page.env.STAGEPASS_PASSWORD);
    await windows.click("#sign-in");
    await windows.click("[data-act=approve]");
  });

test("button signs in by popup, and out", async () => {
  await shows("stagepass-button", "label", /^Sign in$/);
  await click("stagepass-button", "button");
  await signIn();
  await shows("stagepass-button", "label", /^Sign out$/);
  await shows("stagepass-user", "name", /^Demo Listener$/);
  await shows("stagepass-user", "handle", /^@demo$/);
  await click("stagepass-button", "button");
  await shows("stagepass-button", "label", /^Sign in$/);
  await shows("stagepass-user", "user", /^$/);
});

test("closed popup shows no error", async () => {
  await click("stagepass-button", "button");
  await windows.inPopup(() => windows.close());
  await click("stagepass-button", "button");
  await signIn();
  await shows("stagepass-button", "label", /^Sign out$/);
  await shows("stagepass-button", "error", /^$/);
});

test("player plays, and follows the keyboard", async () => {
  await click("#public", "play");
  await until("the track to play", () => player("audio.currentTime > 0"));
  assert.equal(await windows.run(`${PART}.ariaLabel`, "#public", "play"), "Pause");
  assert.match(await player("navigator.mediaSession.metadata.title"), /./);
  await type("#public", "play", "\uE00D");
  assert.equal(await player("audio.paused"), true);
  const before = await player("audio.currentTime");
  await type("#public", "position", "\uE014");
  assert.equal(await player(`Math.abs(audio.currentTime - ${before} - 5) < 0.1`), true);
  await type("#public", "position", "\uE012");
  assert.equal(await player(`Math.abs(audio.currentTime - ${before}) < 0.1`), true);
  await type("#public", "position", "\uE007");
  await until("the track to continue", () => player(`!audio.paused && audio.currentTime > ${before}`));
});

test("closed track opens by its sign-in", async () => {
  await shows("#members", "message", /sign in/i);
  assert.equal(await windows.run(PART, "#members", "waveform"), null);
  await click("#members", "sign-in");
  await signIn();
  await shows("#members", "message", /^$/);
  await showsWaveform("#members");
  assert.equal(await windows.run("return document.activeElement.id"), "members");
  await click("#members", "play");
  const isPlaying = `return document.querySelector("#members").audio.currentTime > 0`;
  await until("the track to play", () => windows.run(isPlaying));
});

test("loading shifts nothing on the page", async () => {
  await showsWaveform("#public");
  assert.deepEqual(await windows.run("return window.shifts"), []);
});

test("accessibility tree has names and roles", async () => {
  await devtools("Accessibility.enable");
  const { nodes } = await devtools("Accessibility.getFullAXTree");
  const named = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role.value}: ${name?.value}`);
  const [open, closed] = await Promise.all(["#public", "#members"].map(titleOf));
  const isShown = (line) => /^(button|group|slider|img|image|heading|alert|status): /.test(line);
  const expected = [
    "heading: Radio",
    "button: Sign in",
    "alert: ",
    `group: ${open}`,
    `button: Play ${open}`,
    "slider: Position",
    `group: ${closed}`,
    `button: Play ${closed}`,
    "button: Sign in",
  ];
  assert.deepEqual(named.filter(isShown).sort(), expected.sort());
});

const titleOf = (host) => windows.run(`${PART}.textContent`, host, "title");

test("axe finds nothing in both schemes", async () => {
  await axe();
  await click("stagepass-button", "button");
  await signIn();
  await shows("#members", "message", /^$/);
  await shows("stagepass-user", "name", /./);
  await showsWaveform("#members");
  await axe();
});

async function axe() {
  await windows.run(await readFile(AXE, "utf8"));
  for (const value of ["light", "dark"]) {
    await devtools("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    const { violations, incomplete } = await windows.run("return axe.run()");
    const found = [...violations, ...incomplete].map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target)]);
    assert.deepEqual(found, [], value);
  }
}
