// The windows of a browser: an app's page, and the popup that it opens.

import assert from "node:assert/strict";
import { until } from "../consumers/packaging/tutorial-reader.mjs";

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

  /** Clicks the element when it is there and enabled. */
  async click(selector) {
    await until(`${selector} to be enabled`, () =>
      this.run("return !document.querySelector(arguments[0]).disabled", selector),
    );
    await this.#onElement(selector, "click", {});
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
