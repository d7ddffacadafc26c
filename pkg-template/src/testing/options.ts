import type { StagepassError, StagepassErrorCode } from "../errors.js";
import type { Joined, Listens, Refusal, Rule, Track, User } from "../types.js";

/** The result of `login`: this user signs in, it rejects, or the page leaves for the service as with `"redirect"`. */
export type FakeLogin = User | StagepassError | StagepassErrorCode | { kind: "redirecting" };

/** Answers a request of `fetch`. */
export type FakeAnswer = (request: Request) => Response | Promise<Response>;

/**
 * The answers to requests, by method and address: `"GET me/playlists"` under `baseUrl`, or a full URL of another
 * origin. A path may start with a slash. `*` matches one segment. The query is ignored.
 */
export interface FakeRoutes {
  /** The answer to the requests of one route. */
  readonly [route: string]: FakeAnswer;
}

/** The methods of a client that a test can make fail, as they are recorded. */
export type FakeMethod =
  | `oauth.${"login" | "switchAccount" | "handleRedirect" | "getUser" | "getAccessToken" | "getTicket"}`
  | "oauth.diagnose"
  | `tracks.${"upload" | "uploads" | "discardUpload" | "create" | "get" | "update" | "delete"}`
  | `tracks.${"setArtwork" | "removeArtwork" | "listens" | "streamUrl" | "waveform" | "play" | "access" | "join"}`
  | `tracks.${"mine" | "getRule" | "setRule"}`
  | `library.${"save" | "remove" | "list"}`
  | "users.tracks"
  | "fetch"
  | "ready";

/** A call that the client received. */
export interface FakeCall {
  /** The name of the method. */
  readonly method: FakeMethod | `oauth.${"isAuthenticated" | "hasScope" | "logout"}` | "dispose";
  /** The arguments of the call. */
  readonly values: readonly unknown[];
}

/** Options of `fakeStagepass`. */
export interface FakeOptions {
  /** The user who is signed in at the start. Default: none. */
  user?: User | undefined;
  /** The scope of that user's session. Default: `"write"`. */
  scope?: "read" | "write" | undefined;
  /**
   * How long a session lasts after a sign-in or refresh, in milliseconds. The session's state then has `expiresAt`, and
   * the client sends `expiring`. Default: the service announces no end.
   */
  sessionLifetime?: number | undefined;
  /** The result of `login`. Default: `user` signs in, or `fakeUser()`. */
  login?: FakeLogin | undefined;
  /** The tracks, oldest first. */
  tracks?: readonly Track[] | undefined;
  /** The numbers of the tracks in the library of `user`, last saved first. */
  library?: readonly number[] | undefined;
  /** The denial reasons, by the track's number. The user may hear all other tracks. */
  refusals?: { readonly [trackId: number]: readonly Refusal[] } | undefined;
  /**
   * The rules of tracks, by their numbers. They decide nothing: `refusals` do. `words` of the fake is the rule as JSON.
   */
  rules?: { readonly [trackId: number]: Rule } | undefined;
  /** The invitations, each for one user, with the group to join. */
  invitations?: { readonly [invitation: string]: Joined } | undefined;
  /** The listens, by the track's number. Default: none. */
  listens?: { readonly [trackId: number]: Listens } | undefined;
  /** The waveforms, by the track's number. Default: none. */
  waveforms?: { readonly [trackId: number]: readonly number[] } | undefined;
  /** The upload quota of one user, in bytes. Default: 20 GB. */
  uploadQuota?: number | undefined;
  /** The routes that answer `fetch`. Any other request gets a 404, except `GET me`. */
  routes?: FakeRoutes | undefined;
  /** The service's URL. Default: `https://music.example/v1`. It receives no requests. */
  baseUrl?: string | undefined;
  /** Other origins that `fetch` may send to. */
  origins?: readonly string[] | undefined;
}
