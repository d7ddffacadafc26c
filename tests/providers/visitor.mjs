// A visitor of an app, with a browser: opens its pages, fills in what a provider asks, and presses buttons.

import assert from "node:assert/strict";
import { until } from "../consumers/packaging/tutorial-reader.mjs";
import { startBrowser } from "../consumers/phones/drive/webdriver.mjs";

/** Starts a browser of this name with a visitor in front of it. */
export async function startVisitor(name = "chromium") {
  const browser = await startBrowser(name);
  const visitor = new Visitor(name, browser);
  await visitor.begin();
  return visitor;
}

class Visitor {
  #name;
  #browser;
  #command;
  /** The window in which the app's page is shown. */
  #page;

  constructor(name, browser) {
    this.#name = name;
    this.#browser = browser;
    this.#command = browser.command;
  }

  /** Takes the only window of the browser, which has just started, for the app's page. */
  async begin() {
    [this.#page] = await this.#command("GET", "/window/handles");
  }

  stop() {
    return this.#browser.stop();
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

  /**
   * Removes all cookies, and all that is stored for these origins. Only Chromium's driver has commands for that. The
   * other browsers start again, without any data.
   */
  async forget(...origins) {
    if (this.#name !== "chromium") {
      await this.#browser.restart();
      return this.begin();
    }
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
    await this.#onElement(xpath, "click", {});
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
    let taken = "none";
    await until(what, async () => {
      if (await isEnd()) return true;
      const problems = [];
      for (const step of steps) {
        try {
          await this.#take(step);
          taken = step.press ?? step.close;
          break;
        } catch (error) {
          problems.push(error.message);
        }
      }
      throw new Error(`the last step was ${taken}. ${problems.join("; ")}`);
    });
  }

  async #take({ fields = {}, press, close }) {
    await this.#showNewest();
    for (const [name, text] of Object.entries(fields)) {
      const field = `//input[@name="${name}"]`;
      await this.#onElement(field, "clear", {});
      await this.#onElement(field, "value", { text });
    }
    // A page whose script renders a field again may lose what was typed, and a provider may lock an account for that.
    for (const [name, text] of Object.entries(fields)) {
      const typed = await this.#onElement(`//input[@name="${name}"]`, "property/value");
      assert.ok(typed === text, `the page has lost the text of ${name}`);
    }
    if (press) return this.#onElement(press, "click", {});
    assert.ok(await this.sees(close), `no ${close}`);
    return this.#command("DELETE", "/window");
  }

  /** Returns whether the newest window shows this element. */
  async sees(xpath) {
    await this.#showNewest();
    return this.#command("POST", "/element", { using: "xpath", value: xpath }).then(
      () => true,
      () => false,
    );
  }

  /** Does `action` on the first such element in the present window. Without a `body`, reads it. Rejects without one. */
  async #onElement(xpath, action, body) {
    const element = await this.#command("POST", "/element", { using: "xpath", value: xpath });
    return this.#command(body ? "POST" : "GET", `/element/${Object.values(element)[0]}/${action}`, body);
  }

  /** Goes to the popup, or to the app's page if there is none. Not every driver lists the windows by their age. */
  async #showNewest() {
    const handles = await this.#command("GET", "/window/handles");
    await this.#show(handles.findLast((handle) => handle !== this.#page));
  }

  async #show(handle = this.#page) {
    assert.ok(handle, "there is no window");
    await this.#command("POST", "/window", { handle });
  }
}
