import type { OwnOptions, SessionStatus } from "../glue.js";
import type { Core } from "../load.js";
import type { Load } from "../platform.js";
import { detailsOf, followSession, type Session } from "../session/session.js";
import type { Stored } from "../session/stored.js";
import type { Kind, OfStagepass, Terms } from "../terms.js";
import { abortable } from "../wait.js";
import type { ClientConfig } from "./config.js";

/** The session of a client, and the calls that keep its state true. */
export interface Status<K extends Kind = OfStagepass> {
  session: Session<K>;
  /** Reads the session from the store. */
  load(signal?: AbortSignal): Promise<SessionStatus>;
  /** Reads the session. A failure is not reported. */
  loadQuietly(signal?: AbortSignal): Promise<unknown>;
  /**
   * Calls the core, and reports changes of the session: those of others before the call, what the call has done
   * synchronously (a logout has then deleted the session, and waits for the service), and its end before it settles.
   */
  use<T>(core: Core, call: (core: Core) => Promise<T>): Promise<T>;
}

/** @param confirmUser Asks the service for the user, because the stored profile is old. */
export const statusOf = <K extends Kind = OfStagepass>(
  config: ClientConfig,
  own: OwnOptions,
  loadCore: Load,
  terms: Terms<K>,
  stored: Stored<K> | undefined,
  confirmUser: () => Promise<unknown>,
): Status<K> => {
  /** The login whose stored profile the service was last asked to confirm. */
  let confirming: string | undefined;

  const read = async (core: Core) => {
    const status = await core.run(() => core.readStatus(config, own));
    session.note(status);
    const { login } = detailsOf(status);
    if (session.store.get().user?.stale && login !== confirming) {
      confirming = login;
      confirmUser().catch(() => {});
    }
    return status;
  };

  const load = async (signal?: AbortSignal) => abortable(read(await loadCore(signal)), signal);
  const loadQuietly = (signal?: AbortSignal) => load(signal).catch(() => {});
  const session = followSession(loadQuietly, terms, stored);

  return {
    session,
    load,
    loadQuietly,
    use: async (core, call) => {
      const quietly = () => read(core).catch(() => {});
      void quietly();
      const work = core.run(call);
      void quietly();
      return work.finally(quietly);
    },
  };
};
