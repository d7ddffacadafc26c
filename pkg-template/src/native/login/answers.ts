// The URLs with authorization responses: from the browser in the app, by a deep link, or by the link that started the
// app. The core receives each once, and all callers share its result.

import { LOGIN_PREFIX } from "../../border.gen.js";
import type { CoreResult, Host } from "../../glue.js";
import type { Core } from "../../load.js";
import { notifyPage } from "../../session/session.js";
import type { Store } from "../storage/store.js";
import type { Links } from "../types.js";
import { stateOf } from "./links.js";

/** How long to wait for the link that started the app, in milliseconds. Sometimes the system never returns. */
const PATIENCE = 3_000;

/** The authorization responses to the logins of one store. */
export interface Answers {
  /** Handles the link that started the app, once. Resolves when its result is stored. */
  begin(core: Core, links: Links): Promise<void>;
  /** Returns the result of that link, once. */
  started(): Promise<CoreResult>;
  /** Calls `call` with the link for the login of this state. Returns an unsubscribe function. */
  expect(state: string, call: (url: string) => void): () => void;
  /** Handles a link. A response signs the user in even if no call waits for it any more. */
  arrived(core: Core, url: string): void;
  /** Finishes the login of `url`. Only the first caller counts: its `signal` aborts it. */
  finish(core: Core, url: string, signal?: AbortSignal): Promise<CoreResult>;
  /** Removes a transaction, so that no late response can find it. */
  abandon(state: string): Promise<void>;
}

const NOTHING: CoreResult = { kind: "none" };

const opened = new WeakMap<Store, Answers>();

/** @param host The platform of the core while it finishes a login, from the store's first client. */
export const answersOf = (store: Store, host: Host): Answers => {
  const answers = opened.get(store) ?? openAnswers(store, host);
  opened.set(store, answers);
  return answers;
};

const openAnswers = (store: Store, host: Host): Answers => {
  const expected = new Map<string, (url: string) => void>();
  const finished = new Map<string, Promise<CoreResult>>();
  let begun: Promise<void> | undefined;
  let start: Promise<CoreResult> | undefined;

  const isUnderWay = async (state: string) => (await store.read(LOGIN_PREFIX + state)) !== null;

  const look = async (core: Core, links: Links): Promise<void> => {
    const url = await soon(links, (late) => answers.arrived(core, late));
    const state = stateOf(url);
    // After a reload of the JavaScript, the system returns the same link again, long after it was used. It is no
    // response then.
    if (!url || !state || !(await isUnderWay(state))) return;
    start = answers.finish(core, url);
    await start.catch(() => {});
  };

  const answers: Answers = {
    begin(core, links) {
      begun ??= look(core, links);
      return begun;
    },
    async started() {
      const result = start;
      start = undefined;
      return result ?? NOTHING;
    },
    expect(state, call) {
      expected.set(state, call);
      return () => void expected.delete(state);
    },
    arrived(core, url) {
      const state = stateOf(url);
      if (!state) return;
      const call = expected.get(state);
      if (call) return call(url);
      if (finished.has(state)) return;
      const finish = async () => {
        if (!(await isUnderWay(state))) return;
        await answers.finish(core, url);
        notifyPage();
      };
      // No call waits for it: its login has ended.
      finish().catch(() => {});
    },
    async finish(core, url, signal) {
      const state = stateOf(url);
      if (!state) return NOTHING;
      const before = finished.get(state);
      if (before) return before;
      const result = core.run(() => core.handleRedirect({ url, signal, host }));
      finished.set(state, result);
      return result;
    },
    abandon: (state) => store.remove(LOGIN_PREFIX + state),
  };
  return answers;
};

/** Returns the link that started the app, if the system returns it soon. A later one goes to `late`. */
const soon = (links: Links, late: (url: string) => void): Promise<string | null> =>
  new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, PATIENCE);
    (async () => links.initial())()
      .catch(() => null)
      .then((url) => {
        clearTimeout(timer);
        if (isLate && url) late(url);
        resolve(url ?? null);
      });
  });
