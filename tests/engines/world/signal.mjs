// AbortController and AbortSignal, as plain as the core needs them.

/**
 * @param {(...words: unknown[]) => void} note takes down what the core does
 * @param {(thrown: unknown) => void} threw takes what a callback of the core threw
 */
export const createAbort = (note, threw) => {
  let page = {};

  class Signal {
    aborted = false;
    #listeners = new Set();

    addEventListener(type, listener, capture) {
      note("signal.addEventListener", type, capture);
      this.listen(listener);
    }

    removeEventListener(type, listener, capture) {
      note("signal.removeEventListener", type, capture);
      this.#listeners.delete(listener);
    }

    listen(listener) {
      this.#listeners.add(listener);
    }

    fire() {
      if (this.aborted) return;
      this.aborted = true;
      for (const listener of [...this.#listeners]) {
        try {
          listener({ type: "abort" });
        } catch (thrown) {
          threw(thrown);
        }
      }
    }
  }

  class AbortController {
    signal = new Signal();

    constructor() {
      if (page.controllers === "throw") throw new Error("no requests can be aborted here");
    }

    abort() {
      note("abort");
      this.signal.fire();
    }
  }

  return {
    AbortController,
    Signal,
    begin(given) {
      page = given;
    },
  };
};
