import { StagepassError } from "../errors.js";
import type { Bearer, OwnOptions } from "../glue.js";
import type { Core } from "../load.js";
import type { AccessTokenOptions } from "../types.js";
import { abortable, throwIfAborted } from "../wait.js";

/** Calls the core. */
export type Use = <T>(call: (core: Core) => Promise<T>) => Promise<T>;

/** The access tokens of one session. */
export interface Tokens {
  /**
   * Returns a valid access token, other than `refused`, which was just rejected with 401. With `keepsReplacement`, a
   * token that has replaced a rejected one is returned until it expires.
   */
  token(options: AccessTokenOptions & { refused?: string | undefined; keepsReplacement?: boolean }): Promise<Bearer>;
  /** Reports that a token which the call has refreshed was `refused`: the session has expired. Always throws. */
  expire(refused: string): Promise<never>;
  /** Sends requests with proofs, if the platform can. */
  dpop: OwnOptions["dpop"];
}

/** @param client The configuration, or the core's name for it. */
export const tokensOf = (use: Use, client: object | string, own: OwnOptions): Tokens => {
  const underWay: { [want: string]: Promise<Bearer> } = {};
  return {
    dpop: own.dpop,
    async token({ signal, ...want }) {
      throwIfAborted(signal);
      const key = JSON.stringify(want);
      // Equal requests share one wait. A caller that aborts ends only its own wait.
      underWay[key] ??= use((core) => core.accessToken(client, { ...want, ...own })).finally(
        () => delete underWay[key],
      );
      return abortable(underWay[key], signal);
    },
    async expire(refused) {
      await use((core) => core.logout(client, { refused, ...own }));
      throw new StagepassError("session_expired", { status: 401 });
    },
  };
};
