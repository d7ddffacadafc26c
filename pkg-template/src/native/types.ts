// What the phone's half of the package takes and gives, beside what it has in common with the browser's.

import type { Stagepass, StagepassConfig, Track, Tracks, Upload, UploadOptions, WaitOptions } from "../types.js";

/** What `stagepass(config)` of `stagepass/react-native` takes. */
export interface NativeConfig
  extends Pick<
    StagepassConfig,
    "baseUrl" | "apiKey" | "appName" | "accessServer" | "origins" | "accountKey" | "requireIss"
  > {
  /**
   * Where the service sends the person back to, letter for letter as it is registered: an address of the app's own scheme, such
   * as `com.example.app://callback`, or an https address that the system opens the app for.
   */
  redirectUri: string;
  /**
   * Where sessions, logins under way and unfinished uploads are kept. Default: `@react-native-async-storage/async-storage`.
   * `"memory"`: until the app ends; a login does not then survive that the system ends the app behind the browser.
   */
  storage?: NativeStorage | "memory" | undefined;
  /** What opens the page to sign in on. Default: `expo-web-browser`. */
  browser?: AuthBrowser | undefined;
  /**
   * So many random octets, of a generator made for secrets. Default: `crypto.getRandomValues`, which
   * `react-native-get-random-values` brings along, then `expo-crypto`. Without any of them nobody can sign in.
   */
  random?: ((count: number) => Uint8Array) | undefined;
  /** By what addresses the system opens the app. Default: `Linking` of `react-native`. */
  links?: Links | undefined;
}

/** A store of texts. What it rejects with is survived, but a login needs one that keeps what it is given. */
export interface NativeStorage {
  getItem(key: string): Promise<string | null> | string | null | undefined;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
  /**
   * The keys that there are. For a store that cannot tell, such as `expo-secure-store`, an index of Stagepass's own keys is kept
   * in it, and all keys are made of letters, digits, `.`, `-` and `_`.
   */
  getAllKeys?(): Promise<readonly string[]> | readonly string[];
}

/** A browser inside the app, of the kind that comes back by itself: a custom tab, an authentication session. */
export interface AuthBrowser {
  /**
   * Shows `url` until it leads to an address that begins like `redirectUri`, or until somebody closes it.
   *
   * @returns How it ended, as `openAuthSessionAsync` of `expo-web-browser` tells it.
   */
  open(url: string, redirectUri: string): Promise<AuthBrowserResult>;
  /** Closes what is open, where that can be done. */
  close?(): unknown;
  /** Called before a login opens it: what takes time can begin. */
  warmUp?(): unknown;
  /** Called when the login has ended. */
  coolDown?(): unknown;
}

/**
 * How a browser inside the app has ended. `success`: at this address. `cancel`: the person has closed it. `dismiss`: it has
 * gone, for whatever reason; the answer may yet come as a link. `locked`: another one is open. `opened`: it cannot tell, and
 * the answer comes as a link. Anything else is taken for `dismiss`.
 */
export type AuthBrowserResult =
  | { readonly type: "success"; readonly url: string }
  | { readonly type: "cancel" | "dismiss" | "locked" | "opened" | (string & {}) };

/** The addresses that the system opens the app by. */
export interface Links {
  /** The one that it was started by, if it was. */
  initial(): Promise<string | null>;
  /** Calls `call` with each that comes later. Gives what ends that. */
  listen(call: (url: string) => void): () => void;
}

/** A file as a picker of documents or pictures gives it. */
export interface PickedFile {
  /** Where it is on the phone: `file:` or `content:`. */
  readonly uri: string;
  readonly name?: string | null | undefined;
  /** Such as `audio/mpeg`. */
  readonly type?: string | null | undefined;
  /** What some pickers call the type. */
  readonly mimeType?: string | null | undefined;
}

/** Tracks, on a phone. {@link Tracks.play} needs an audio element, and rejects with `unsupported`. */
export interface NativeTracks extends Tracks {
  /**
   * As {@link Tracks.upload}, also of a file as a picker gives it, which is read into the phone's memory. It is gone on with
   * after the app has been ended, too, when the same file is uploaded again.
   */
  upload(file: Blob | PickedFile, options?: UploadOptions): Promise<Upload>;
  /** As {@link Tracks.setArtwork}, also of a picture as a picker gives it. */
  setArtwork(id: number, picture: Blob | PickedFile, options?: WaitOptions): Promise<Track>;
}

/** What `stagepass(config)` of `stagepass/react-native` returns: a {@link Stagepass} for all that takes one. */
export interface NativeStagepass extends Stagepass {
  tracks: NativeTracks;
}
