import { ACCESS_TOKEN, LOGOUT } from "./border.gen.js";
import { StagepassError } from "./errors.js";
import type { CallOptions } from "./glue.js";
import type { Core } from "./load.js";
import type { AccessTokenOptions } from "./types.js";
import { abortable, throwIfAborted } from "./wait.js";

/** Calls into the core. */
export type Use = <T>(call: (core: Core) => Promise<T>) => Promise<T>;

/** The access tokens of one session. */
export interface Tokens {
  /** A token that the service takes; another than `refused`, which has just been answered with 401. */
  token(options: AccessTokenOptions & { refused?: string | undefined }): Promise<string>;
  /** Says that a token was `refused` that had just been renewed: the session is over. Always throws. */
  expire(refused: string): Promise<never>;
}

/** @param client The configuration, or what the core calls it. */
export const tokensOf = (use: Use, client: object | string, storage: CallOptions["storage"]): Tokens => {
  const underWay: { [want: string]: Promise<string> } = {};
  return {
    async token({ signal, ...want }) {
      throwIfAborted(signal);
      const key = JSON.stringify(want);
      // Who wants the same waits for the same, and by giving up ends nobody's wait but its own.
      underWay[key] ??= use((core) => core.session(ACCESS_TOKEN, client, { ...want, storage })).finally(
        () => delete underWay[key],
      );
      return abortable(underWay[key], signal);
    },
    async expire(refused) {
      await use((core) => core.session(LOGOUT, client, { refused, storage }));
      throw new StagepassError("session_expired", { status: 401 });
    },
  };
};
