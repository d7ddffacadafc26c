import type { StagepassError } from "../errors.js";
import type { WaitOptions } from "./call.js";
import type { OAuth, SessionState } from "./oauth.js";
import type { Library, Tracks, Users } from "./tracks.js";

/**
 * The events of `on`. `signed-out`, `expired` and `refreshed` are sent once in every tab that has a client, and so is
 * `signed-in` of a login by popup. The others say where.
 */
export interface StagepassEvents {
  /**
   * The user signed in, in this tab or another. Not sent for a session that existed when the page was loaded, except
   * that a full-page login ended on this page: then only this page gets the event, with its `appState`. Listen as soon
   * as the client is created.
   */
  "signed-in": SessionState & { readonly appState?: unknown };
  /** The user signed out, in this tab or another. */
  "signed-out": SessionState;
  /** The service ended the session. The user must sign in again. */
  expired: SessionState;
  /**
   * The session ends within 5 minutes, at `expiresAt`, unless it is refreshed. Sent once for each end, by one client of
   * the page that has a listener. Not sent if another tab has refreshed the session, or if its end is not known.
   */
  expiring: SessionState;
  /** The access token was refreshed, in this tab or another. */
  refreshed: SessionState;
  /**
   * A call of this client was rejected with this error, or its login could not read the user's profile. Not sent for
   * `aborted`. Sent once if several calls waited for the same response.
   */
  error: StagepassError;
}

/** The client that `stagepass(config)` returns. */
export interface Stagepass {
  /** The methods to sign in and out. */
  oauth: OAuth;
  /** The methods for tracks, uploads and playback. */
  tracks: Tracks;
  /** The methods for the user's library. */
  library: Library;
  /** The methods for users. */
  users: Users;
  /**
   * Sends a request with the user's access token, like the browser's `fetch`.
   *
   * It sends only to the service and to the `origins` of the configuration. A path is below `baseUrl`: `"tracks/7"`
   * and `"/tracks/7"` are the same. After a 401 it refreshes the token and sends the request again. If another tab
   * has refreshed that token, and it gets a 401 too, the request is sent a third and last time.
   *
   * After the last 401 from the service, it asks the service for the user: if that is refused as well, the session
   * ends. If not, and from another origin, the last 401 is returned.
   *
   * It retries GET and HEAD at most twice, after a network failure, a 429 or a 503. It respects a short `Retry-After`.
   * It never retries another method.
   *
   * It follows no redirect, and neither sends nor stores cookies. It returns any other response, whatever its status.
   *
   * Rejects with `option_invalid` for any other URL, before it sends anything. Rejects with `body_used` after a 401 if
   * the body is a stream, with `not_signed_in`, `session_expired`, `network` (also for a redirect), `timeout` (no
   * response in 30 seconds) and `aborted`.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /**
   * Calls `listener` for each event of this name, in this tab or another. Returns an unsubscribe function. `signal`
   * also unsubscribes. An error that a listener throws is reported as an uncaught error, and affects nothing else.
   */
  on<Name extends keyof StagepassEvents>(
    name: Name,
    listener: (event: StagepassEvents[Name]) => void,
    options?: { signal?: AbortSignal | undefined },
  ): () => void;
  /**
   * Removes all event listeners, and ends the retries of a `logout`. Does not sign the user out. Call it if you no
   * longer need this client.
   */
  dispose(): void;
  /**
   * Resolves when the core is loaded and accepts the configuration. You do not need to wait for it.
   *
   * Rejects with `config_invalid`, `load_failed` and `unsupported`.
   */
  ready(options?: WaitOptions): Promise<void>;
}
