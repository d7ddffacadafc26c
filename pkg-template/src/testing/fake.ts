import type { StagepassError, StagepassErrorCode } from "../errors.js";
import { followSession } from "../session/session.js";
import { TERMS } from "../terms.js";
import type { Refusal, SessionState, Stagepass, User } from "../types.js";
import { openBrowser } from "./browser.js";
import { openCalls } from "./calls.js";
import { clientOf } from "./client.js";
import { openGates } from "./gates.js";
import type { FakeCall, FakeLogin, FakeMethod, FakeOptions, FakeRoutes } from "./options.js";
import { fakeUser } from "./people.js";

/** A fake client for tests, and the functions to control and inspect it. */
export interface FakeStagepass {
  /** The client to pass to the code under test. It behaves like the real one, in memory. */
  readonly client: Stagepass;
  /** The calls that the client received, in order. */
  readonly calls: readonly FakeCall[];
  /** The requests that `fetch` sent, in order, each with its token. */
  readonly requests: readonly Request[];
  /** Empties `calls` and `requests`, for example between two steps of a test. Changes nothing else. */
  clearCalls(): void;
  /** Whether the service cannot be reached. */
  isOffline: boolean;
  /** Sets the result of the next logins. */
  loginComesTo(outcome: FakeLogin): void;
  /** Makes each later `login` wait. Returns a function that ends the wait, with `outcome` as the result if given. */
  holdLogin(): (outcome?: FakeLogin) => void;
  /**
   * Makes each later upload wait at its start. Returns a function that moves all of them on. `share` is a part of each
   * file, such as 0.5; without it they complete. `bytesPerSecond` is the speed to report. Without this call, an upload
   * completes at once.
   */
  holdUploads(): (share?: number, bytesPerSecond?: number) => void;
  /** Makes the next call of this method reject with this error. */
  failNext(method: FakeMethod, reason: StagepassErrorCode | StagepassError): void;
  /** Adds routes that answer `fetch`. The newest route is tried first. */
  answer(routes: FakeRoutes): void;
  /** Sets the denial reasons of a track. Without reasons, the user may hear it. */
  refuse(trackId: number, ...refusals: Refusal[]): void;
  /** Signs a user in, in another tab. */
  signInElsewhere(user?: User, scope?: SessionState["scope"]): void;
  /** Signs the user out, in another tab. */
  signOutElsewhere(): void;
  /** Refreshes the access token, in another tab. */
  refreshElsewhere(): void;
  /** Expires the session, in another tab. */
  expireElsewhere(): void;
  /** Makes the service reject the access token. The next call refreshes it. */
  refuseToken(): void;
  /** Makes the service end the session. The client notices it at its next call. */
  endSession(): void;
  /**
   * Announces that the service ends the session in this time, in milliseconds. With five minutes or less, the client
   * sends `expiring` at once.
   */
  endSessionIn(time: number): void;
}

/**
 * Creates a fake client for tests. It has the types and behaviour of the real one, without network, page or storage.
 */
export const fakeStagepass = (options: FakeOptions = {}): FakeStagepass => {
  const person = options.user ?? fakeUser();
  const browser = openBrowser(options.sessionLifetime);
  if (options.user) browser.signIn(options.user, options.scope ?? "write");
  const session = followSession(() => look(), TERMS);
  const look = () => session.note(browser.standing());
  // Like the real client, it reads the session after this function has returned.
  const calls = openCalls(Promise.resolve().then(look), look);
  const gates = openGates(options);
  const { client, network, logins, holdUploads } = clientOf({ options, person, browser, session, calls, gates, look });

  /** Applies a change of another tab, and notifies this tab. */
  const elsewhere =
    <Values extends unknown[]>(work: (...values: Values) => unknown) =>
    (...values: Values) => {
      work(...values);
      look();
    };

  return {
    client,
    calls: calls.made,
    requests: network.requests,
    clearCalls() {
      calls.clear();
      network.requests.length = 0;
    },
    get isOffline() {
      return browser.isOffline;
    },
    set isOffline(value) {
      browser.isOffline = value;
    },
    loginComesTo: logins.comeTo,
    holdLogin: logins.hold,
    holdUploads,
    failNext: calls.failNext,
    answer(routes) {
      network.routes = [routes, ...network.routes];
    },
    refuse: (trackId, ...refusals) => gates.refuse(trackId, refusals),
    signInElsewhere: elsewhere((user: User = person, scope: SessionState["scope"] = "write") =>
      browser.signIn(user, scope),
    ),
    signOutElsewhere: elsewhere(browser.signOut),
    refreshElsewhere: elsewhere(browser.renew),
    expireElsewhere: elsewhere(browser.expire),
    refuseToken: browser.refuseToken,
    endSession: () => browser.endSession(),
    endSessionIn: elsewhere((time: number) => browser.endSession(time)),
  };
};
