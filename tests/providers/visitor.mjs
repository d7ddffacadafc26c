// A visitor of an app, with a browser: opens its pages, fills in what a provider asks, and presses buttons.

import assert from "node:assert/strict";
import { onElement, until, windows } from "../consumers/packaging/tutorial-reader.mjs";
import { startBrowser } from "../consumers/phones/drive/webdriver.mjs";

/** Starts a browser with a visitor in front of it. */
export async function startVisitor() {
  const { command, stop } = await startBrowser();
  const [page] = await command("GET", "/window/handles");
  return new Visitor(command, page, stop);
}

class Visitor {
  #command;
  #page;

  /** @param page The window in which the app's page is shown. */
  constructor(command, page, stop) {
    this.#command = command;
    this.#page = page;
    this.stop = stop;
  }

  /** Opens a URL in the first window. All other windows are closed. */
  async open(url) {
    for (const handle of await this.#command("GET", "/window/handles")) {
      if (handle === this.#page) continue;
      await this.#show(handle);
      await this.#command("DELETE", "/window");
    }
    await this.#show();
    await this.#command("POST", "/url", { url });
  }

  /** Opens a URL in a new tab, and returns the tab for `run`. */
  async openTab(url) {
    const { handle } = await this.#command("POST", "/window/new", { type: "tab" });
    await this.#show(handle);
    await this.#command("POST", "/url", { url });
    return handle;
  }

  /** Loads the page again. */
  async reload() {
    await this.#show();
    await this.#command("POST", "/refresh", {});
  }

  /** Removes all cookies, and all that is stored for these origins. */
  async forget(...origins) {
    await this.#show();
    const browser = (cmd, params) => this.#command("POST", "/goog/cdp/execute", { cmd, params });
    await browser("Network.clearBrowserCookies", {});
    for (const origin of origins) await browser("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }

  /**
   * Runs an async function's body in the app's page, or in a tab, and returns `{ value }`. If it throws, `{ code,
   * description }` of its error.
   */
  async run(body, { args = [], tab = this.#page } = {}) {
    await this.#show(tab);
    const script = `const done = arguments[arguments.length - 1];
      (async (...args) => { ${body} })(...arguments).then(
        (value) => done({ value }),
        (error) => done({ code: String(error.code ?? error), description: error.description ?? error.message }),
      );`;
    return this.#command("POST", "/execute/async", { script, args });
  }

  /** Presses the element in the app's page. */
  async press(xpath) {
    await this.#show();
    const element = await this.#command("POST", "/element", { using: "xpath", value: xpath });
    await this.#command("POST", `/element/${Object.values(element)[0]}/click`, {});
  }

  /** Returns the URL of the first window. */
  async url() {
    await this.#show();
    return this.#command("GET", "/url");
  }

  /** Returns how many windows are open. */
  async windows() {
    return (await this.#command("GET", "/window/handles")).length;
  }

  /**
   * Does in the newest window what it asks for, until `isEnd`. Of `steps`, the first one that fits the page is done:
   * its `fields` are filled in by their names, and then the element `press` is pressed. If it shows the element
   * `close`, the window is closed.
   */
  async follow(what, steps, isEnd) {
    let last;
    await until(what, async () => {
      if (await isEnd()) return true;
      for (const step of steps) {
        try {
          await this.#take(step);
          return false;
        } catch (error) {
          last = error;
        }
      }
      if (last) throw last;
      return false;
    });
  }

  async #take({ fields = {}, press, close }) {
    for (const [name, text] of Object.entries(fields)) {
      const field = `//input[@name="${name}"]`;
      await onElement(this.#command, field, "clear", {});
      await onElement(this.#command, field, "value", { text });
    }
    if (press) return onElement(this.#command, press, "click", {});
    assert.ok(await this.sees(close), `no ${close}`);
    return this.#command("DELETE", "/window");
  }

  /** Returns whether the newest window shows this element. */
  async sees(xpath) {
    await windows(this.#command);
    return this.#command("POST", "/element", { using: "xpath", value: xpath }).then(
      () => true,
      () => false,
    );
  }

  async #show(handle = this.#page) {
    assert.ok(handle, "there is no window");
    await this.#command("POST", "/window", { handle });
  }
}
