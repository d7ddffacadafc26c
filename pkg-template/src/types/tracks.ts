import type { Page, PageOptions, WaitOptions } from "./call.js";
import type { OAuth } from "./oauth.js";
import type { Access, Joined, Rule } from "./rule.js";
import type { Upload, UploadOptions, UploadPage } from "./uploads.js";
import type { ProfilePicture, User } from "./user.js";

/** A track, as the service tells it. */
export interface Track {
  /** The service's number for it. */
  id: number;
  title: string;
  genre?: string;
  description?: string;
  /** Whose track it is. */
  user: User;
  /** How long it plays, in whole seconds. */
  duration: number;
  /** The content's address, which the audio is stored under. */
  trackCid: string;
  /** Ethereum addresses, any one of which may give access to the audio. Empty: everybody may hear it. */
  accessAuthorities: string[];
  /** Its picture, where it has one. */
  artwork?: ProfilePicture;
  /** Its owner has withdrawn it: nobody else finds it. See `tracks.update`. */
  delisted?: true;
}

/** What `tracks.create` takes. */
export interface NewTrack {
  /** 1 to 200 characters. */
  title: string;
  /** What `tracks.upload` gave: the content of an upload of one's own. */
  trackCid: string;
  genre?: string | undefined;
  description?: string | undefined;
  /** Ethereum addresses, any one of which may give access to the audio. Left out or empty: everybody may hear it. */
  accessAuthorities?: readonly string[] | undefined;
  /**
   * Who may hear it, decided by the `accessServer` of the configuration, which then creates the track and becomes its one
   * authority. Cannot be given together with `accessAuthorities`.
   */
  rule?: Rule | undefined;
}

/** What the methods take that ask the access server whether a track may be heard. */
export interface ListenOptions extends WaitOptions {
  /**
   * What the site's own server says to the access server, for tracks whose rule wants that (`{ site: { signed } }`): a token
   * that it has signed, or what gets one. A function is asked anew for each address, and for gated tracks alone; where it
   * fails, the call rejects with `network`, and with its failure as `cause`.
   *
   * A token is sent in a header, and never in an address.
   */
  siteToken?: string | ((trackId: number) => Promise<string>) | undefined;
}

/** What `tracks.update` changes: what is left out stays as it is. */
export interface TrackChange {
  /** 1 to 200 characters. */
  title?: string | undefined;
  /** `null` takes it away. */
  genre?: string | null | undefined;
  /** `null` takes it away. */
  description?: string | null | undefined;
  /** Ethereum addresses, any one of which may give access to the audio. Empty: everybody may hear it. */
  accessAuthorities?: readonly string[] | undefined;
  /** `true` withdraws the track: nobody but its owner finds it, and nobody hears it, until it is `false` again. */
  delisted?: boolean | undefined;
}

/** How often a track has been listened to. */
export interface Listens {
  /** Of all time. */
  total: number;
  /** The last 30 days on which anybody listened, the newest first. `date` is of UTC, such as `"2026-11-22"`. */
  days: { date: string; listens: number }[];
}

/**
 * A track on an audio element, looked after: when the audio's address gets too old, a new one is asked for, and the track
 * goes on where it was, playing or paused as it was.
 */
export interface Playback {
  /** Ends it: the element falls silent, lets go of the track, and is looked after no longer. */
  stop(): void;
  /**
   * Settles when the element is looked after no longer. Resolves after {@link Playback.stop}, the end of `signal`, another
   * `play` on the same element, or a `src` that somebody else gave it. Rejects with a `StagepassError` where the track
   * cannot go on. A rejection that nobody looks at is no unhandled one.
   *
   * The end of the track does not settle it, since the listener may press play again: that is the element's own `ended`.
   */
  readonly finished: Promise<void>;
}

/**
 * Tracks. Every method rejects with a `StagepassError`: those of {@link OAuth} that concern loading and the configuration;
 * `aborted`, `network`, `timeout` (30 s), `bad_response`, `request_failed`; where it acts for the listener also
 * `not_signed_in`, `session_expired` and `forbidden` (the scope `write` is missing, or it is somebody else's).
 */
export interface Tracks {
  /**
   * Uploads audio for the listener, in pieces, and goes on where it was after a failure of the network. Needs `write`.
   *
   * A file (what has a name) is also gone on with after an abort, a reload or a crash, when the same person uploads it again:
   * for a day, where `storage` of the configuration keeps things that long. What is kept in the browser for it is the
   * upload's address at the service, no token.
   *
   * Rejects with `upload_refused` for what is no audio; with `quota_exceeded` where the listener keeps too much, or the
   * service has no space (`status` 507); with `conflict` where another tab, or call, has not done with the same file within
   * 10 s; with `timeout` where nothing moves for 30 s in spite of some new tries.
   */
  upload(file: Blob, options?: UploadOptions): Promise<Upload>;
  /** The listener's uploads, the newest first. */
  uploads(options?: PageOptions): Promise<UploadPage>;
  /**
   * Has the service forget an upload of the listener's own, also one that is not complete. Needs `write`. Rejects with
   * `conflict` where a track is made of it, with `not_found`.
   */
  discardUpload(uploadId: string, options?: WaitOptions): Promise<void>;
  /**
   * Makes a track of an upload. Needs `write`. With a `rule` the access server makes it: rejects with `access_refused`
   * where that does not want to, with `config_invalid` where there is no `accessServer`.
   */
  create(track: NewTrack, options?: WaitOptions): Promise<Track>;
  /**
   * A track. Nobody needs to be signed in; who is finds what they have delisted themselves, too. Rejects with `not_found`.
   */
  get(id: number, options?: WaitOptions): Promise<Track>;
  /**
   * The address of a track's audio, for an `<audio>` element. That of a gated track is good for about one listen, and is
   * asked from the access server, which is told who listens where somebody is signed in, by a ticket for it alone: never
   * by a token.
   *
   * Rejects with `not_found`, `access_refused` (whose `refusals` say what stands in the way), and with `config_invalid` for a
   * gated track where there is no `accessServer`.
   */
  streamUrl(id: number, options?: ListenOptions): Promise<string>;
  /**
   * Whether a track may be heard, here and now and by who is signed in; if not, why, and what would help. Nothing is signed
   * and nothing plays: for what a page shows before anybody presses play. {@link Tracks.play} asks by itself.
   *
   * That it may not be heard is told, never thrown. Rejects with `not_found`, with `access_refused` for a ticket that the
   * access server does not take, and with `config_invalid` for a gated track where there is no `accessServer`.
   */
  access(id: number, options?: ListenOptions): Promise<Access>;
  /**
   * Has the listener join the group of an owner's that the invitation is for. An invitation is for one person, once; that
   * a member uses theirs again changes nothing.
   *
   * Rejects with `not_signed_in`, and with `not_found` for an invitation that there is not, that has been used (status 410) or
   * that has expired (410); `description` says which.
   */
  join(invitation: string, options?: WaitOptions): Promise<Joined>;
  /**
   * Plays a track on an audio element, and looks after it: see {@link Playback}. Resolves as soon as it plays. Call it in
   * the handler of a click. A second call for the same element supersedes the first, which then rejects with `aborted` if
   * it was not playing yet.
   *
   * Rejects with those of {@link Tracks.streamUrl}, and with `playback_blocked`, `playback_failed`, `forbidden`.
   *
   * @param options `signal` ends it, like {@link Playback.stop}, also when it plays already.
   */
  play(audio: HTMLMediaElement, id: number, options?: ListenOptions): Promise<Playback>;
  /**
   * Changes a track of the listener's own. Needs `write`. Rejects with `not_found`; with `conflict` where somebody
   * else's track has made its audio public, so that it cannot be gated.
   */
  update(id: number, change: TrackChange, options?: WaitOptions): Promise<Track>;
  /** Gives a track of the listener's own a picture, a PNG or JPEG of 5 MB at most. Needs `write`. Rejects with `not_found`. */
  setArtwork(id: number, picture: Blob, options?: WaitOptions): Promise<Track>;
  /** Takes the picture away. Needs `write`. Rejects with `not_found`. */
  removeArtwork(id: number, options?: WaitOptions): Promise<void>;
  /** How often a track of the listener's own has been listened to. Rejects with `not_found`. */
  listens(id: number, options?: WaitOptions): Promise<Listens>;
  /** Deletes a track of the listener's own, for good. Needs `write`. Rejects with `not_found`. */
  delete(id: number, options?: WaitOptions): Promise<void>;
}

/** The listener's own library. Rejects as {@link Tracks} does. */
export interface Library {
  /** Saves a track; one that is saved stays so. Needs `write`. */
  save(trackId: number, options?: WaitOptions): Promise<void>;
  /** Takes a track out; one that is not in it stays out. Needs `write`. */
  remove(trackId: number, options?: WaitOptions): Promise<void>;
  /** The saved tracks, the last saved first. */
  list(options?: PageOptions): Promise<Page<Track>>;
}

/** People. Rejects as {@link Tracks} does. */
export interface Users {
  /** Somebody's tracks, the newest first. Nobody needs to be signed in; who is finds their own delisted ones, too. */
  tracks(userId: number, options?: PageOptions): Promise<Page<Track>>;
}
