import type { StagepassError, StagepassErrorCode } from "../errors.js";
import type { Joined, Listens, Refusal, Track, User } from "../types.js";

/** What `login` comes to: this person signs in; it fails; or the page leaves for the service, as with `"fullScreen"`. */
export type FakeLogin = User | StagepassError | StagepassErrorCode | { kind: "redirecting" };

/** Answers a request of `fetch`. */
export type FakeAnswer = (request: Request) => Response | Promise<Response>;

/**
 * What answers which request, by method and address: `"GET me/playlists"` under `baseUrl`, in full for another origin. `*`
 * stands for any one segment. The query does not count.
 */
export interface FakeRoutes {
  readonly [route: string]: FakeAnswer;
}

/** The methods of a client that can be made to fail, as they are recorded. */
export type FakeMethod =
  | `oauth.${"login" | "handleRedirect" | "getUser" | "getAccessToken" | "diagnose"}`
  | `tracks.${"upload" | "uploads" | "discardUpload" | "create" | "get" | "update" | "delete"}`
  | `tracks.${"setArtwork" | "removeArtwork" | "listens" | "streamUrl" | "play" | "access" | "join"}`
  | `library.${"save" | "remove" | "list"}`
  | "users.tracks"
  | "fetch"
  | "ready";

/** A call that the client got. */
export interface FakeCall {
  readonly method: FakeMethod | `oauth.${"isAuthenticated" | "hasScope" | "logout"}` | "dispose";
  readonly values: readonly unknown[];
}

/** What `fakeStagepass` takes. */
export interface FakeOptions {
  /** Who is signed in already. Default: nobody. */
  user?: User | undefined;
  /** What they have allowed. Default: `"write"`. */
  scope?: "read" | "write" | undefined;
  /** What `login` comes to. Default: `user` signs in, or `fakeUser()`. */
  login?: FakeLogin | undefined;
  /** The tracks that there are, the oldest first. */
  tracks?: readonly Track[] | undefined;
  /** The numbers of those in the library of `user`, the last saved first. */
  library?: readonly number[] | undefined;
  /** What stands in the listener's way, by the track's number. Every other track may be heard. */
  refusals?: { readonly [trackId: number]: readonly Refusal[] } | undefined;
  /** The invitations that there are, each for one person, with the group that it lets into. */
  invitations?: { readonly [invitation: string]: Joined } | undefined;
  /** How often tracks have been listened to, by the track's number. Default: never. */
  listens?: { readonly [trackId: number]: Listens } | undefined;
  /** How much the service keeps for one person, in bytes. Default: 20 GB. */
  uploadQuota?: number | undefined;
  /** What answers `fetch`. Anything else is 404, but for `GET me`. */
  routes?: FakeRoutes | undefined;
  /** The service's address. Default: `https://music.example/v1`. Nothing is ever sent there. */
  baseUrl?: string | undefined;
  /** Other origins that `fetch` may ask. */
  origins?: readonly string[] | undefined;
}
