import type { StagepassError } from "../errors.js";
import type { OAuth, SessionState } from "./oauth.js";
import type { Library, Tracks, Users } from "./tracks.js";

/** What `on` tells of, by the name that it listens to. Each is told once in every tab that has a client. */
export interface StagepassEvents {
  /** Somebody has signed in, here or in another tab. Not told of who is signed in already when the page is loaded. */
  signedIn: SessionState;
  /** Somebody has signed out, here or in another tab. */
  signedOut: SessionState;
  /** The service has ended the session: somebody has to sign in again. */
  expired: SessionState;
  /** The access token was renewed, here or in another tab. */
  refreshed: SessionState;
  /** A call was rejected with this, which is not `aborted`. Where several calls waited for the same, it is told once. */
  error: StagepassError;
}

/** What `stagepass(config)` returns. */
export interface Stagepass {
  oauth: OAuth;
  tracks: Tracks;
  library: Library;
  users: Users;
  /**
   * Like the browser's `fetch`, in the listener's name, to the service and to the `origins` of the configuration alone. A
   * relative address is taken from `baseUrl` (`"tracks/7"`). The access token is put in; after a 401 it is renewed once and
   * the request sent once more. A second 401 from the service ends the session; one from another origin is its answer.
   *
   * GET and HEAD are sent again, twice at most and a little later each time, where the network fails and where the answer is
   * 429 or 503 (after its `Retry-After`, if that is soon enough). Nothing else is ever sent again.
   *
   * A redirect is not followed, cookies are neither sent nor taken. Any other answer comes as it is, whatever its status.
   *
   * Rejects with `option_invalid` for an address of anybody else, before anything is sent; with `body_used` after a 401 to a
   * body that is a stream, which cannot be sent twice; with `not_signed_in`, `session_expired`, `network` (also for a
   * redirect), `timeout` (no answer in 30 s), `aborted`.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /**
   * Calls `listener` whenever this happens, in this tab or another. Gives what ends that; so does `signal`. What a listener
   * throws is reported as an uncaught error, and stops nothing.
   */
  on<Name extends keyof StagepassEvents>(
    name: Name,
    listener: (event: StagepassEvents[Name]) => void,
    options?: { signal?: AbortSignal | undefined },
  ): () => void;
  /** Lets go of everything that the client listens to. Whoever is signed in stays so. For a client that nobody needs any more. */
  dispose(): void;
  /** Resolves when the core is loaded and accepts the configuration. Nothing needs to wait for it. */
  ready(): Promise<void>;
}
