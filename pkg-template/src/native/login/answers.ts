// The addresses that answer logins, whichever way they come: from the browser in the app, as a link, or as what the app was
// started by. Each is handed to the core once, and whoever asks hears the same.

import { LOGIN_PREFIX } from "../../border.gen.js";
import type { CoreResult, Host } from "../../glue.js";
import type { Core } from "../../load.js";
import { tellPage } from "../../session.js";
import type { Store } from "../storage/store.js";
import type { Links } from "../types.js";
import { stateOf } from "./links.js";

/** How long to wait for what the app was started by, in milliseconds: now and then the system never says. */
const PATIENCE = 3_000;

/** The answers to the logins of one store. */
export interface Answers {
  /** Looks at the link that the app was started by, the first time; done when what came of it is stored. */
  begin(core: Core, links: Links): Promise<void>;
  /** What came of that, told once. */
  started(): Promise<CoreResult>;
  /** Calls `call` with the link that answers the login of this state. Gives what ends that. */
  expect(state: string, call: (url: string) => void): () => void;
  /** A link has come. One that answers a login which nobody waits for any more still signs in. */
  arrived(core: Core, url: string): void;
  /** Finishes the login that `url` answers. Only whoever is first counts: its `signal` ends it. */
  redeem(core: Core, url: string, signal?: AbortSignal): Promise<CoreResult>;
  /** Gives up a login: no late answer can find it again. */
  abandon(state: string): Promise<void>;
}

const NOTHING: CoreResult = { kind: "none" };

const opened = new WeakMap<Store, Answers>();

/** @param host What the core runs on while it finishes a login; that of the store's first client. */
export const answersOf = (store: Store, host: Host): Answers => {
  const answers = opened.get(store) ?? openAnswers(store, host);
  opened.set(store, answers);
  return answers;
};

const openAnswers = (store: Store, host: Host): Answers => {
  const expected = new Map<string, (url: string) => void>();
  const redeemed = new Map<string, Promise<CoreResult>>();
  let begun: Promise<void> | undefined;
  let start: Promise<CoreResult> | undefined;

  const isUnderWay = async (state: string) => (await store.read(LOGIN_PREFIX + state)) !== null;

  const look = async (core: Core, links: Links): Promise<void> => {
    const url = await soon(links, (late) => answers.arrived(core, late));
    const state = stateOf(url);
    // JavaScript that is loaded anew is told the same link again, long after it was used: that is no answer any more.
    if (!url || !state || !(await isUnderWay(state))) return;
    start = answers.redeem(core, url);
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
      if (redeemed.has(state)) return;
      const finish = async () => {
        if (!(await isUnderWay(state))) return;
        await answers.redeem(core, url);
        tellPage();
      };
      // Nobody waits for it: its login has ended already.
      finish().catch(() => {});
    },
    async redeem(core, url, signal) {
      const state = stateOf(url);
      if (!state) return NOTHING;
      const before = redeemed.get(state);
      if (before) return before;
      const result = core.run(() => core.handleRedirect({ url, signal, host }));
      redeemed.set(state, result);
      return result;
    },
    abandon: (state) => store.remove(LOGIN_PREFIX + state),
  };
  return answers;
};

/** What the app was started by, if that is told soon; what is told later goes to `late`. */
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
