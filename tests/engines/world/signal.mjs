// AbortController and AbortSignal, as plain as the core needs them.

/**
 * @param {(...words: unknown[]) => void} note takes down what the core does
 * @param {(thrown: unknown) => void} threw takes what a callback of the core threw
 */
export const createAbort = (note, threw) => {
  class Signal {
    aborted = false;
    #listeners = new Set();

    addEventListener(_type, listener) {
      this.#listeners.add(listener);
    }

    removeEventListener(_type, listener) {
      this.#listeners.delete(listener);
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

    abort() {
      note("abort");
      this.signal.fire();
    }
  }

  return { AbortController, Signal };
};
