import type { OwnTracksOptions, Page, PageOptions, WaitOptions } from "./call.js";
import type { OAuth } from "./oauth.js";
import type { Access, Joined, Rule, TrackRule } from "./rule.js";
import type { Upload, UploadOptions, UploadPage } from "./uploads.js";
import type { ProfilePicture, User } from "./user.js";

/** A track. */
export interface Track {
  /** The track's number at the service. */
  id: number;
  /** The title, 1 to 200 characters. */
  title: string;
  /** The genre, if it has one. */
  genre?: string;
  /** The description, if it has one. */
  description?: string;
  /** The track's owner. */
  user: User;
  /** The duration in whole seconds. */
  duration: number;
  /** The content ID (CID) of the audio. */
  trackCid: string;
  /** The Ethereum addresses of access servers that may give access to the audio. Empty: every user may hear it. */
  accessAuthorities: string[];
  /** The track's artwork, if it has one. */
  artwork?: ProfilePicture;
  /** Present if the owner has delisted the track: no other user finds it. See `tracks.update`. */
  delisted?: true;
}

/** A new track for `tracks.create`: with a `rule`, with `accessAuthorities`, or with neither. */
export type NewTrack = NewTrackFacts & (NewTrackRule | NewTrackAuthorities);

/** What every new track has. */
export interface NewTrackFacts {
  /** 1 to 200 characters. */
  title: string;
  /** The content ID of one of the user's uploads, as `tracks.upload` returns it. */
  trackCid: string;
  /** The genre. */
  genre?: string | undefined;
  /** The description. */
  description?: string | undefined;
}

/** A new track that the access server of the configuration gates. */
export interface NewTrackRule {
  /**
   * Who may hear the track. The `accessServer` of the configuration creates the track, and becomes its only authority.
   */
  rule?: Rule | undefined;
  /** Cannot be combined with `rule`. */
  accessAuthorities?: undefined;
}

/** A new track that access servers of your choice gate. */
export interface NewTrackAuthorities {
  /**
   * The Ethereum addresses of access servers that may give access to the audio. Empty (default): every user may hear
   * it.
   */
  accessAuthorities?: readonly string[] | undefined;
  /** Cannot be combined with `accessAuthorities`. */
  rule?: undefined;
}

/** Options of the methods that ask the access server for a decision. */
export interface ListenOptions extends WaitOptions {
  /**
   * A token that your site's server has signed, or a function that returns one. For tracks whose rule requires it (`{
   * site: { signed } }`). A function is called for each signed URL of a gated track. If it fails, the call rejects with
   * `network`, and with the failure as `cause`.
   *
   * The token is sent in a header, never in a URL.
   */
  siteToken?: string | ((trackId: number) => Promise<string>) | undefined;
}

/** The changes for `tracks.update`. Missing members are not changed. */
export interface TrackChange {
  /** 1 to 200 characters. */
  title?: string | undefined;
  /** `null` removes it. */
  genre?: string | null | undefined;
  /** `null` removes it. */
  description?: string | null | undefined;
  /** The Ethereum addresses of access servers that may give access to the audio. Empty: every user may hear it. */
  accessAuthorities?: readonly string[] | undefined;
  /** `true` delists the track: only its owner finds it, and no user hears it, until this is `false` again. */
  delisted?: boolean | undefined;
}

/** The number of listens of a track. */
export interface Listens {
  /** The listens since the track was created. */
  total: number;
  /** The last 30 days with a listen, newest first. `date` is in UTC, such as `"2026-11-22"`. */
  days: { date: string; listens: number }[];
}

/**
 * A track that plays on an audio element. When the signed URL expires, it requests a new one and continues at the same
 * position.
 */
export interface Playback {
  /** Stops playback and releases the element. */
  stop(): void;
  /**
   * Settles when playback has ended. Resolves after {@link Playback.stop}, after `signal` aborts, after another `play`
   * on the element, or if the element gets another `src`. Rejects with a `StagepassError` if the track cannot continue.
   * You may ignore this promise: a rejection is then no unhandled rejection.
   *
   * It does not settle at the end of the track, because the user may press play again. Use the element's `ended` event.
   */
  readonly finished: Promise<void>;
}

/**
 * The methods for tracks. Each rejects with a `StagepassError`: the codes of {@link OAuth} for loading and
 * configuration, `aborted`, `network`, `timeout` (30 seconds), `bad_response` and `request_failed`. Calls with the
 * user's token also reject with `not_signed_in`, `session_expired` and `forbidden` (no scope `write`, or not the user's
 * own track).
 */
export interface Tracks {
  /**
   * Uploads audio for the user, in chunks. Resumes after a network failure. Needs the scope `write`.
   *
   * A `File` also resumes after an abort, a reload or a crash, if the same user uploads it again within a day and
   * `storage` of the configuration lasts that long. The browser stores the upload's URL at the service, but no token.
   *
   * Rejects with `upload_refused` if the file is not audio. Rejects with `quota_exceeded` if the user's quota is used
   * up or the service has no space (`status` 507). Rejects with `conflict` if another tab or call still uploads the
   * same file after 10 seconds. Rejects with `timeout` if no bytes move for 30 seconds, after several retries.
   */
  upload(file: Blob, options?: UploadOptions): Promise<Upload>;
  /** Returns a page of the user's uploads, newest first. */
  uploads(options?: PageOptions): Promise<UploadPage>;
  /**
   * Deletes an upload of the user, complete or not. Needs the scope `write`. Rejects with `conflict` if a track uses
   * it, and with `not_found`.
   */
  discardUpload(uploadId: string, options?: WaitOptions): Promise<void>;
  /**
   * Creates a track from an upload. Needs the scope `write`. With a `rule`, the access server creates it: rejects with
   * `access_refused` if the access server declines, and with `config_invalid` if there is no `accessServer`.
   */
  create(track: NewTrack, options?: WaitOptions): Promise<Track>;
  /**
   * Returns a track. Works without a session. Signed-in users also find their own delisted tracks. Rejects with
   * `not_found`.
   */
  get(id: number, options?: WaitOptions): Promise<Track>;
  /**
   * Returns the URL of a track's audio, for an `<audio>` element. For a gated track it is a signed URL from the access
   * server, which expires after about one listen. For a signed-in user, the access server receives a ticket that only
   * it can use, never the token.
   *
   * Rejects with `not_found`, `access_refused` (`refusals` has the denial reasons), and `config_invalid` for a gated
   * track if there is no `accessServer`. If the app has no `apiKey`, it rejects with `forbidden` for a track whose rule
   * needs to know the user.
   */
  streamUrl(id: number, options?: ListenOptions): Promise<string>;
  /**
   * Returns the waveform of a track that the current user may hear: the loudest sample of each of 128 parts of equal
   * length, from 0 (silence) to 255 (full scale). Empty if the service has none, because it did not decode the audio.
   *
   * Requests a URL as {@link Tracks.streamUrl} does, and rejects with its codes and with `forbidden`.
   */
  waveform(id: number, options?: ListenOptions): Promise<number[]>;
  /**
   * Returns whether the current user may hear a track now, and if not, why and what would help. It signs and plays
   * nothing: use it for what a page shows before the user presses play. {@link Tracks.play} asks for itself.
   *
   * A denial is returned, not thrown. Rejects with `not_found`, with `access_refused` if the access server rejects the
   * ticket and denies access without it, and otherwise like {@link Tracks.streamUrl}.
   */
  access(id: number, options?: ListenOptions): Promise<Access>;
  /**
   * Accepts an invitation: the user joins the owner's group. An invitation is for one user, once. Accepting it again as
   * the same member changes nothing.
   *
   * Rejects with `not_signed_in`. Rejects with `not_found` if the invitation is unknown, was used or has expired
   * (`status` 410 for the last two). `description` says which.
   */
  join(invitation: string, options?: WaitOptions): Promise<Joined>;
  /**
   * Plays a track on an audio element. Resolves when it plays. Call it in a click handler. A second call for the same
   * element replaces the first, which rejects with `aborted` if it was not playing yet.
   *
   * Rejects with the codes of {@link Tracks.streamUrl}, and with `playback_blocked`, `playback_failed` and `forbidden`.
   *
   * @param options `signal` stops playback like {@link Playback.stop}, also while the track plays.
   */
  play(audio: HTMLMediaElement, id: number, options?: ListenOptions): Promise<Playback>;
  /**
   * Changes a track of the user. Needs the scope `write`. Rejects with `not_found`. Rejects with `conflict` if another
   * user has published the same audio, so it cannot be gated.
   */
  update(id: number, change: TrackChange, options?: WaitOptions): Promise<Track>;
  /**
   * Sets the artwork of a track of the user: a PNG or JPEG of at most 5 MB. Needs the scope `write`. Rejects with
   * `not_found` and `upload_refused`.
   */
  setArtwork(id: number, picture: Blob, options?: WaitOptions): Promise<Track>;
  /** Removes the artwork. Needs the scope `write`. Rejects with `not_found`. */
  removeArtwork(id: number, options?: WaitOptions): Promise<void>;
  /**
   * Returns a page of the user's own tracks, newest first, also delisted ones. With `query`, only those with this text
   * in their titles.
   */
  mine(options?: OwnTracksOptions): Promise<Page<Track>>;
  /**
   * Returns the rule of a track of the user, from the `accessServer` of the configuration. Needs the scope `write`.
   *
   * Rejects with `not_found`, also if the track is public or another access server signs for it, with `access_refused`
   * if the access server rejects the ticket, and with `config_invalid` if there is no `accessServer`.
   */
  getRule(id: number, options?: WaitOptions): Promise<TrackRule>;
  /**
   * Sets the rule of a track of the user, at the `accessServer` of the configuration. `null` removes it. Needs the
   * scope `write`. It applies to the next signed URL: those that were signed before stay valid for their listen.
   *
   * Rejects like {@link Tracks.getRule}, with `input_invalid` if the rule is not valid (`description` says where), and
   * with `conflict` if the user has too many rules there.
   */
  setRule(id: number, rule: Rule | null, options?: WaitOptions): Promise<TrackRule>;
  /** Returns the number of listens of a track of the user. Rejects with `not_found`. */
  listens(id: number, options?: WaitOptions): Promise<Listens>;
  /**
   * Removes a track of the user. A track that this app made is `"deleted"` for good. Another one is `"delisted"`: the
   * user deletes it on the service's own page. Needs the scope `write`. Rejects with `not_found`.
   */
  delete(id: number, options?: WaitOptions): Promise<"deleted" | "delisted">;
}

/** The user's library. Its methods reject with the codes of {@link Tracks}. */
export interface Library {
  /** Saves a track. Saving it again changes nothing. Needs the scope `write`. */
  save(trackId: number, options?: WaitOptions): Promise<void>;
  /** Removes a track. Removing it again changes nothing. Needs the scope `write`. */
  remove(trackId: number, options?: WaitOptions): Promise<void>;
  /** Returns a page of the saved tracks, last saved first. */
  list(options?: PageOptions): Promise<Page<Track>>;
}

/** The methods for users. They reject with the codes of {@link Tracks}. */
export interface Users {
  /**
   * Returns a page of a user's tracks, newest first. Works without a session. Signed-in users also find their own
   * delisted tracks.
   */
  tracks(userId: number, options?: PageOptions): Promise<Page<Track>>;
}
