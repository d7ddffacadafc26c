import type { SessionStatus } from "../glue.js";
import type { LogoutResult, SessionState, User } from "../types.js";
import { failure } from "./failure.js";

/** A user's session. */
export interface Login {
  readonly user: User;
  readonly scope: NonNullable<SessionState["scope"]>;
  /** The ID of the login. */
  readonly login: string;
  /** How often the token was refreshed. */
  readonly renewals: number;
  /** The access token. */
  readonly token: string;
}

/** The state that all tabs of a browser share, and the service. */
export interface Browser {
  /** Whether the service cannot be reached. */
  isOffline: boolean;
  /** Stores a session. */
  signIn(user: User, scope: Login["scope"]): Login;
  /** Deletes the session, and revokes it if the service can be reached. */
  signOut(): LogoutResult;
  /** Stores that the session has expired. */
  expire(): void;
  /** Refreshes the access token. The service rejects the old one. Throws `network`, `session_expired`. */
  renew(): Login;
  /** Makes the service reject the access token. */
  refuseToken(): void;
  /** Makes the service end the session. */
  endSession(): void;
  /** Returns whether the service accepts this token. */
  accepts(token: string): boolean;
  /** Returns the stored session. Throws `not_signed_in`, `session_expired`. */
  current(): Login;
  /** Returns the state of the stored session. */
  standing(): SessionStatus;
  /** Throws `network` if the service cannot be reached. */
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
      const revoked = !browser.isOffline || typeof held !== "object";
      held = accepted = undefined;
      return { revoked };
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
