// The reader of a tutorial in a browser: does what its tables say, and looks for the texts in italics.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../phones/drive/webdriver.mjs";

const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;
const AUDIO = fileURLToPath(new URL("../../backend/tests/fixtures/tone.mp3", import.meta.url));
const BUTTON = (text) => `//button[normalize-space()="${text}" and not(@disabled)] | //a[contains(., "${text}")]`;
const ACTION =
  /open `(?<url>http\S+)`|click \*\*(?<button>[^*]+)\*\*|the handle `(?<handle>.+?)` and the password `(?<password>.+?)`|(?<other>close the popup|reload the page|choose the audio file)/g;

/** Calls `condition` until it is true. Meanwhile it may throw. */
export async function until(what, condition, timeout = TIMEOUT_MS) {
  const deadline = performance.now() + timeout;
  for (;;) {
    let problem = "it did not happen";
    try {
      if (await condition()) return;
    } catch (error) {
      problem = error.message;
    }
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}: ${problem}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/**
 * Performs the rows of a table in a browser of its own. Each row has actions, and the texts that must then be seen.
 * Returns how many texts it has seen.
 */
export async function act(rows) {
  const browser = await startBrowser();
  let seen = 0;
  try {
    for (const [actions, results] of rows) {
      const found = [...actions.matchAll(ACTION)];
      assert.ok(found.length > 0 && !/[*`]/.test(actions.replaceAll(ACTION, "")), `unknown action: ${actions}`);
      for (const { groups } of found) await perform(browser.command, groups);
      for (const [, text] of results.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)) {
        await see(browser.command, text);
        seen += 1;
      }
    }
  } finally {
    await browser.stop();
  }
  return seen;
}

async function perform(command, { url, button, handle, password, other }) {
  if (url) {
    await command("POST", "/url", { url });
  } else if (button === "Allow") {
    // The button is disabled at first, and again when the window loses the focus. The popup closes.
    await until("the popup to close", async () => (await windows(command)) === 1 || void (await click(command, button)));
  } else if (button) {
    await until(`${button} to be clicked`, () => click(command, button));
  } else if (handle) {
    await fillIn(command, "//input[@name='handle']", handle);
    await fillIn(command, "//input[@name='password']", password);
    await until("the form to be sent", () => click(command, "Sign in"));
  } else if (other === "close the popup") {
    await until("the popup to open", async () => (await windows(command)) === 2);
    await command("DELETE", "/window");
  } else if (other === "reload the page") {
    await command("POST", "/refresh", {});
  } else {
    await fillIn(command, "//input[@type='file']", AUDIO);
  }
}

/** Goes to the newest window. Returns how many there are. */
export async function windows(command) {
  const handles = await command("GET", "/window/handles");
  await command("POST", "/window", { handle: handles.at(-1) });
  return handles.length;
}

/** Does `act` on the first such element in the newest window. Rejects if there is none. */
export async function onElement(command, xpath, act, body) {
  await windows(command);
  const element = await command("POST", "/element", { using: "xpath", value: xpath });
  await command("POST", `/element/${Object.values(element)[0]}/${act}`, body);
  return true;
}

const click = (command, text) => onElement(command, BUTTON(text), "click", {});
const fillIn = (command, xpath, text) => until(xpath, () => onElement(command, xpath, "value", { text }));

function see(command, text) {
  return until(`the page to show: ${text}`, async () => {
    await windows(command);
    const shown = await command("POST", "/execute/sync", { script: "return document.body.innerText", args: [] });
    if (shown.includes(text)) return true;
    // In a headless browser every window has the focus. A click shows the page that the user is back from the popup.
    await onElement(command, "//h1", "click", {});
    throw new Error(`it shows: ${shown}`);
  });
}
