import { instantiate } from "../core.js";
import type { CallOptions, Host, HostFunctions } from "../glue.js";
import { type Core, coreFor, type Engine } from "../load.js";
import type { Platform } from "../platform.js";
import { abortable } from "../wait.js";
import { open } from "./api.js";
import { followApp } from "./app.js";
import { openProofs } from "./dpop/proofs.js";
import { openHost } from "./host.js";
import { type Answers, answersOf } from "./login/answers.js";
import { browserOf } from "./login/browser.js";
import { linksOf } from "./login/links.js";
import { signIn } from "./login/sign-in.js";
import { type Random, randomOf } from "./random.js";
import { openProfile, type StoredProfile } from "./storage/profile.js";
import { type Store, storeOf } from "./storage/store.js";
import type { NativeConfig } from "./types.js";

/** A phone, as one client uses it. */
export interface Phone extends Platform<NativeConfig> {
  /** Removes all listeners. */
  close(): void;
}

/** The parts of a phone that a client uses. Found at its first call. */
interface PhoneParts {
  store: Store;
  host: Host;
  answers: Answers;
}

/** The core is part of the script, in JavaScript, and the same for all phones. The client passes its platform. */
const engine: Engine = async (imports) => instantiate(imports);

/** Checks nothing yet. The first call that needs a missing part reports it. */
export const openPhone = (config: NativeConfig): Phone => {
  let found: PhoneParts | undefined;
  let unlisten: (() => void) | undefined;
  let isClosed = false;
  let made: Random | undefined;
  let profile: StoredProfile | undefined;
  /** The core that was used last. One that a trap has ended is not used again. */
  let latest: Core;

  const random = () => {
    made ??= randomOf(config.random);
    return made;
  };

  const hash = async (text: string): Promise<string> => {
    const core = await coreFor(engine);
    return core.run(() => (core as unknown as HostFunctions).digest(text));
  };

  const dpop = openProofs({ keys: config.keys, random, hash });

  const ground = (): PhoneParts => {
    if (found) return found;
    const store = storeOf(config.storage);
    const host = openHost(store, random, dpop);
    found = { store, host, answers: answersOf(store, host) };
    return found;
  };

  /** Throws `unsupported` if a package is missing. */
  const begin = async (core: Core, signal?: AbortSignal): Promise<PhoneParts> => {
    latest = core;
    const own = ground();
    const links = linksOf(config.links);
    if (!isClosed) {
      followApp();
      unlisten ??= links.listen((url) => own.answers.arrived(latest, url));
    }
    await abortable(own.answers.begin(core, links), signal);
    await profile?.load();
    return own;
  };

  /** Returns the options of a call on this phone. */
  const onHost = async <Options extends CallOptions>(core: Core, options: Options): Promise<Options> => {
    const { host } = await begin(core);
    return { ...options, host, storage: undefined };
  };

  /** Returns the core on this phone. Each call waits until the link that started the app is handled. */
  const running = (core: Core): Core => {
    const own: Core = {
      run: (call) => core.run(() => call(own)),
      async login(named, options) {
        const ground = await begin(core, options.signal);
        random();
        return signIn(core, named, options, { ...ground, browser: browserOf(config.browser) });
      },
      async handleRedirect({ url }) {
        const { answers } = await begin(core);
        return url ? answers.finish(core, url) : answers.started();
      },
      readStatus: async (client, options) => core.readStatus(client, await onHost(core, options)),
      accessToken: async (client, options) => core.accessToken(client, await onHost(core, options)),
      logout: async (client, options) => core.logout(client, await onHost(core, options)),
      revoke: async (client, options) => core.revoke(client, await onHost(core, options)),
    };
    return own;
  };

  return {
    core: () => (signal) => {
      const core = coreFor(engine, signal);
      return core instanceof Promise ? core.then(running) : running(core);
    },
    // There are no popups: the core's full-page login opens a browser in the app.
    login: async (core, _, begin) => begin(await core, { popup: undefined }),
    dpop,
    storage(_, key) {
      profile ??= openProfile(key, () => ground().store);
      return profile;
    },
    api: async () => ({ open }),
    close() {
      isClosed = true;
      unlisten?.();
    },
  };
};
