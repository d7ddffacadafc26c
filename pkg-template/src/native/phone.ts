import type { Core } from "../load.js";
import { type Answers, answersOf } from "./answers.js";
import { followApp } from "./app.js";
import { browserOf } from "./browser.js";
import { type Host, openHost } from "./host.js";
import { linksOf } from "./links.js";
import { signIn } from "./login.js";
import { type Random, randomOf } from "./random.js";
import { type Store, storeOf } from "./storage.js";
import type { NativeConfig } from "./types.js";
import { abortable } from "./wait.js";

/** A phone, as one client uses it: it stands where a page has its engine. */
export interface Phone {
  /** The core, with this phone below it: each of its calls waits until it is known what the app was started by. */
  running(core: Core): Core;
  /** Listens to nothing any more. */
  close(): void;
}

/** What a client uses of it, found out at its first call. */
interface Ground {
  store: Store;
  host: Host;
  answers: Answers;
}

/** Looks for nothing yet: what is missing is told by the first call that needs it. */
export const openPhone = (config: NativeConfig): Phone => {
  let found: Ground | undefined;
  let unlisten: (() => void) | undefined;
  let isClosed = false;
  let made: Random | undefined;
  /** The one that was used last: one that has died by a trap is used no more. */
  let latest: Core;

  const random = () => {
    made ??= randomOf(config.random);
    return made;
  };

  const ground = (): Ground => {
    if (found) return found;
    const store = storeOf(config.storage);
    const host = openHost(store, random);
    found = { store, host, answers: answersOf(store, host) };
    return found;
  };

  /** Throws `unsupported` where a package is missing. */
  const begin = async (core: Core, signal?: AbortSignal): Promise<Ground> => {
    latest = core;
    const own = ground();
    const links = linksOf(config.links);
    if (!isClosed) {
      followApp();
      unlisten ??= links.listen((url) => own.answers.arrived(latest, url));
    }
    await abortable(own.answers.begin(core, links), signal);
    return own;
  };

  const running = (core: Core): Core => ({
    run: core.run,
    async login(named, options) {
      const own = await begin(core, options.signal);
      random();
      return signIn(core, named, options, { ...own, browser: browserOf(config.browser) });
    },
    async handleRedirect({ url }) {
      const { answers } = await begin(core);
      return url ? answers.redeem(core, url) : answers.started();
    },
    session: (async (ask: 0, client: object | string, options: object) => {
      const { host } = await begin(core);
      return core.session(ask, client, { ...options, host, storage: undefined } as object);
    }) as Core["session"],
  });

  return {
    running,
    close() {
      isClosed = true;
      unlisten?.();
    },
  };
};
