import type { StagepassError, StagepassErrorCode } from "../errors.js";
import { followSession } from "../session.js";
import type { Refusal, SessionState, Stagepass, User } from "../types.js";
import { openBrowser } from "./browser.js";
import { openCalls } from "./calls.js";
import { clientOf } from "./client.js";
import { openGates } from "./gates.js";
import type { FakeCall, FakeLogin, FakeMethod, FakeOptions, FakeRoutes } from "./options.js";
import { fakeUser } from "./people.js";

/** A client for tests, and what a test does to it and sees of it. */
export interface FakeStagepass {
  /** The client, to be handed to what is tested. It behaves as the real one does, in memory. */
  readonly client: Stagepass;
  /** The calls that the client got, in their order. */
  readonly calls: readonly FakeCall[];
  /** What `fetch` sent, in its order, each with its token. */
  readonly requests: readonly Request[];
  /** Whether the service cannot be reached. */
  isOffline: boolean;
  /** What `login` comes to from now on. */
  loginComesTo(outcome: FakeLogin): void;
  /** Has each `login` wait from now on. Gives what lets them go on, to `outcome` if that is given. */
  holdLogin(): (outcome?: FakeLogin) => void;
  /**
   * Has each upload that begins from now on wait at its beginning. Gives what moves all of those on: to a share of each file (0.5:
   * half of it), or with nothing to their end, at this speed. Without it, an upload is complete at once.
   */
  holdUploads(): (share?: number, bytesPerSecond?: number) => void;
  /** Has the next call of this method be rejected with this. */
  failNext(method: FakeMethod, reason: StagepassErrorCode | StagepassError): void;
  /** Adds to what answers `fetch`; the newest is asked first. */
  answer(routes: FakeRoutes): void;
  /** This stands in the listener's way from now on; without any, the track may be heard. */
  refuse(trackId: number, ...refusals: Refusal[]): void;
  /** Another tab signs somebody in. */
  signInElsewhere(user?: User, scope?: SessionState["scope"]): void;
  /** Another tab signs out. */
  signOutElsewhere(): void;
  /** Another tab renews the access token. */
  refreshElsewhere(): void;
  /** Another tab finds that the service has ended the session. */
  expireElsewhere(): void;
  /** The service takes the access token no longer: the next call renews it. */
  refuseToken(): void;
  /** The service ends the session. The client learns of it by its next call. */
  endSession(): void;
}

/** A client for tests: the types and the behaviour of the real one, and no network, no page, no storage. */
export const fakeStagepass = (options: FakeOptions = {}): FakeStagepass => {
  const person = options.user ?? fakeUser();
  const browser = openBrowser();
  if (options.user) browser.signIn(options.user, options.scope ?? "write");
  const session = followSession(() => look());
  const look = () => session.note(browser.standing());
  // As the real one looks at what is stored: when this has returned.
  const calls = openCalls(Promise.resolve().then(look), look);
  const gates = openGates(options);
  const { client, network, logins, holdUploads } = clientOf({ options, person, browser, session, calls, gates, look });

  /** What another tab does is there, and told. */
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
    endSession: browser.endSession,
  };
};
