import type { SessionStatus } from "../glue.js";
import type { SessionState, User } from "../types.js";
import { failure } from "./failure.js";

/** Somebody who has signed in. */
export interface Login {
  readonly user: User;
  readonly scope: NonNullable<SessionState["scope"]>;
  /** Which login it was. */
  readonly login: string;
  /** How often the token has been renewed. */
  readonly renewals: number;
  /** The access token. */
  readonly token: string;
}

/** What all tabs of a browser share, and the service behind it. */
export interface Browser {
  /** Whether the service cannot be reached. */
  isOffline: boolean;
  /** Stores that somebody has signed in. */
  signIn(user: User, scope: Login["scope"]): Login;
  /** What is stored is gone, and the service has been told if it can be. */
  signOut(): void;
  /** That the session has ended is stored. */
  expire(): void;
  /** The access token is replaced; the service takes the one before no longer. Throws `network`, `session_expired`. */
  renew(): Login;
  /** The service takes the access token no longer. */
  refuseToken(): void;
  /** The service takes nothing of this session any longer. */
  endSession(): void;
  /** Whether the service takes this token. */
  accepts(token: string): boolean;
  /** What is stored of a login. Throws `not_signed_in`, `session_expired`. */
  current(): Login;
  /** How the session stands by what is stored. */
  standing(): SessionStatus;
  /** Throws `network` where the service cannot be reached. */
  reach(): void;
}

export const openBrowser = (): Browser => {
  let held: Login | "expired" | undefined;
  let logins = 0;
  let accepted: string | undefined;
  let isEnded = false;

  const hold = (login: Login) => {
    accepted = login.token;
    held = login;
    return login;
  };

  const browser: Browser = {
    isOffline: false,
    signIn(user, scope) {
      isEnded = false;
      const login = `fake-login-${++logins}`;
      return hold({ user, scope, login, renewals: 0, token: `${login}-token-0` });
    },
    signOut() {
      held = accepted = undefined;
    },
    expire() {
      held = "expired";
      accepted = undefined;
    },
    renew() {
      const { renewals, ...login } = browser.current();
      browser.reach();
      if (!isEnded) return hold({ ...login, renewals: renewals + 1, token: `${login.login}-token-${renewals + 1}` });
      browser.expire();
      throw failure("session_expired");
    },
    refuseToken() {
      accepted = undefined;
    },
    endSession() {
      accepted = undefined;
      isEnded = true;
    },
    accepts: (token) => token === accepted,
    current() {
      if (typeof held === "object") return held;
      throw failure(held ? "session_expired" : "not_signed_in");
    },
    standing: () => (typeof held === "object" ? [1, held.scope, held.login, held.renewals] : held ? [2] : [0]),
    reach() {
      if (browser.isOffline) throw failure("network");
    },
  };
  return browser;
};
