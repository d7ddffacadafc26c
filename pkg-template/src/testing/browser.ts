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
  /** When the service ends the session, in milliseconds since 1970, if that is announced. */
  readonly expiresAt?: number;
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
  /** Makes the service end the session: now, or in this time in milliseconds, which it announces. */
  endSession(within?: number): void;
  /** Returns whether the service accepts this token. */
  accepts(token: string): boolean;
  /** Returns the stored session. Throws `not_signed_in`, `session_expired`. */
  current(): Login;
  /** Returns the state of the stored session. */
  standing(): SessionStatus;
  /** Throws `network` if the service cannot be reached. */
  reach(): void;
}

/** The logins of all fakes. The event `expiring` is sent once for each. */
let count = 0;

/** @param lifetime The time of a session after a sign-in or refresh, in milliseconds, if the service announces it. */
export const openBrowser = (lifetime?: number): Browser => {
  let held: Login | "expired" | undefined;
  let logins = 0;
  let accepted: string | undefined;
  let isEnded = false;

  const endOf = (time?: number) => time !== undefined && { expiresAt: Date.now() + time };

  const isOver = () => isEnded || (typeof held === "object" && Date.now() >= (held.expiresAt ?? Infinity));

  const tokenOf = (renewals: number) => `fake-login-${logins}-token-${renewals}`;

  const hold = (login: Login) => {
    accepted = login.token;
    held = login;
    return login;
  };

  const browser: Browser = {
    isOffline: false,
    signIn(user, scope) {
      isEnded = false;
      logins++;
      const login = `fake-login-${++count}`;
      return hold({ user, scope, login, renewals: 0, token: tokenOf(0), ...endOf(lifetime) });
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
      const token = tokenOf(renewals + 1);
      if (!isOver()) return hold({ ...login, renewals: renewals + 1, token, ...endOf(lifetime) });
      browser.expire();
      throw failure("session_expired");
    },
    refuseToken() {
      accepted = undefined;
    },
    endSession(time) {
      isEnded = time === undefined;
      if (isEnded) accepted = undefined;
      else if (typeof held === "object") held = { ...held, ...endOf(time) };
    },
    accepts: (token) => token === accepted && !isOver(),
    current() {
      if (typeof held === "object") return held;
      throw failure(held ? "session_expired" : "not_signed_in");
    },
    standing() {
      if (typeof held !== "object") return { status: held ? "expired" : "signed-out" };
      const { scope, login, renewals: renewedAt, expiresAt } = held;
      return { status: "signed-in", scope, login, renewedAt, expiresAt };
    },
    reach() {
      if (browser.isOffline) throw failure("network");
    },
  };
  return browser;
};
