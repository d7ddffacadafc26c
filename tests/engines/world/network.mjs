// A fake service: each endpoint returns its responses in turn.

import { value } from "../values.mjs";

class Aborted extends Error {
  name = "AbortError";
}

/**
 * @param {(...words: unknown[]) => void} note takes down what the core does
 * @param {{ after(milliseconds: number, run: () => void): unknown }} time
 */
export const createNetwork = (note, time) => {
  /** @type {Record<string, object[]>} */
  let answers = {};
  let page = {};

  const next = (url) => {
    const endpoint = Object.keys(answers).find((path) => url.endsWith(path)) ?? "";
    // The last answer is given again and again.
    const [first, ...rest] = answers[endpoint] ?? [];
    if (rest.length) answers[endpoint] = rest;
    return first ?? { kind: "offline" };
  };

  const settle = (given, resolve, reject) => {
    const later = (milliseconds, make) => new Promise((done) => time.after(milliseconds, () => done(make())));
    const text = () => {
      note("text");
      if (given.kind === "no text") throw new TypeError("the body was read before");
      if (given.kind === "cut") return later(given.bodyAfter ?? 0, () => Promise.reject(new TypeError("cut")));
      if (given.kind === "drip") return new Promise(() => {});
      return later(given.bodyAfter ?? 0, () => value(given.body));
    };
    if (given.kind === "offline") reject(new TypeError("fetch failed"));
    else if (given.kind === "nothing") resolve(undefined);
    else if (given.kind === "no key") resolve(null);
    else resolve({ status: value(given.status), text });
  };

  const sender = (name) => (url, init) => {
    const { signal, body, ...rest } = init;
    // A form, or JSON.
    note(name, url, { ...rest, body: String(body) });
    const given = next(url);
    if (given.kind === "throws") throw new TypeError("no fetch here");
    if (given.kind === "no promise") return { status: given.status, text: () => given.body };
    return new Promise((resolve, reject) => {
      signal.listen(() => reject(new Aborted("aborted")));
      if (given.kind !== "silent") time.after(given.after ?? 0, () => settle(given, resolve, reject));
    });
  };
  const fetch = sender("fetch");

  return {
    begin(given, givenPage) {
      answers = { ...given };
      page = givenPage;
    },
    /** The page's `fetch`. */
    fetch: () => (page.fetch === "missing" ? undefined : fetch),
    /** What sends requests with proofs. */
    proofs: { fetch: sender("dpop.fetch") },
  };
};
