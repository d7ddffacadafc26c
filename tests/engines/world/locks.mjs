// Web Locks: one holder at a time, in the order of asking, unless the input says otherwise.

/**
 * @param {(...words: unknown[]) => void} note takes down what the core does
 * @param {{ after(milliseconds: number, run: () => void): unknown }} time
 * @param {(thrown: unknown) => void} threw takes what a callback of the core threw
 */
export const createLocks = (note, time, threw) => {
  let mode = "there";
  let delay = 0;
  /** @type {Map<string, Promise<unknown>>} */
  let queues = new Map();

  const request = (name, granted) => {
    note("request", name);
    if (mode === "throws") throw new TypeError("no locks here");
    if (mode === "rejects") return Promise.reject(new Error("no locks here"));
    if (mode === "never") return new Promise(() => {});
    const before = queues.get(name) ?? Promise.resolve();
    const turn = before.then(
      () =>
        new Promise((resolve) => {
          time.after(delay, () => {
            note("granted", name);
            try {
              resolve(granted({ name }));
            } catch (thrown) {
              threw(thrown);
            }
          });
        }),
    );
    const ended = turn.then((held) => note("released", name, held));
    queues.set(name, ended);
    return ended;
  };

  return {
    begin(given) {
      mode = given.mode;
      delay = given.delay ?? 0;
      queues = new Map();
    },
    /** The page's `navigator`. */
    navigator() {
      if (mode === "no navigator") return undefined;
      return mode === "missing" ? {} : { locks: mode === "odd" ? "locks" : { request } };
    },
  };
};
