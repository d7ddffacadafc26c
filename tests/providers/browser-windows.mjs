// The windows of a browser: an app's page, and the popup that it opens.

import assert from "node:assert/strict";
import { until } from "../consumers/packaging/tutorial-reader.mjs";

/** Notes whether an element receives a click from now on, and returns whether it is enabled. */
const WATCH = `
  const element = document.querySelector(arguments[0]);
  window.isClicked = false;
  element.addEventListener("click", () => { window.isClicked = true; }, { once: true });
  return !element.disabled;
`;

export class BrowserWindows {
  #command;
  #page;

  /** `browser` is from `startBrowser()`. Its only window is that of the app's page. */
  static async of(browser) {
    const windows = new BrowserWindows();
    windows.#command = browser.command;
    windows.#page = await browser.command("GET", "/window");
    return windows;
  }

  async open(url) {
    await this.#command("POST", "/url", { url });
  }

  url() {
    return this.#command("GET", "/url");
  }

  /** Runs a script in the present window, and waits for the promise that it returns. */
  run(script, ...args) {
    return this.#command("POST", "/execute/sync", { script, args });
  }

  /**
   * Clicks the element when it is there and enabled, until it receives the click: the service's pages disable their
   * buttons for half a second when the popup gets the focus, which may be between the look and the click.
   */
  async click(selector) {
    await until(`${selector} to be clicked`, async () => {
      if (!(await this.run(WATCH, selector))) return false;
      await this.#onElement(selector, "click", {});
      // Undefined if the click has left the page, and an error if it has closed it.
      return (await this.run("return window.isClicked").catch(() => undefined)) !== false;
    });
  }

  async fill(selector, text) {
    await until(selector, () => this.#onElement(selector, "value", { text }));
  }

  /** Waits until the present window shows the text. */
  see(text) {
    return until(`the page to show: ${text}`, async () =>
      (await this.run("return document.body.innerText")).includes(text),
    );
  }

  /** Waits for the popup, and does `act` in it. Then the app's page is the present window again. */
  async inPopup(act) {
    const popups = async () =>
      (await this.#command("GET", "/window/handles")).filter((handle) => handle !== this.#page);
    await until("the popup to open", async () => (await popups()).length > 0);
    const opened = await popups();
    assert.equal(opened.length, 1, "there should be one popup");
    await this.#command("POST", "/window", { handle: opened[0] });
    await act();
    await this.#command("POST", "/window", { handle: this.#page });
  }

  /** Closes the present window, as its user does. */
  async close() {
    await this.#command("DELETE", "/window");
  }

  /** Forgets the user at the origin of the present window. */
  async forget() {
    await this.run("localStorage.clear(); sessionStorage.clear()");
    await this.#command("DELETE", "/cookie");
  }

  async #onElement(selector, act, body) {
    const element = await this.#command("POST", "/element", { using: "css selector", value: selector });
    await this.#command("POST", `/element/${Object.values(element)[0]}/${act}`, body);
    return true;
  }
}
