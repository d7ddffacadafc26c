// The types of `stagepass/react-native` that the browser's package does not have.

import type {
  AppIdentity,
  LoginOptions,
  LoginResult,
  LogoutOptions,
  LogoutResult,
  OAuth,
  Stagepass,
  StagepassSettings,
  Track,
  Tracks,
  Upload,
  UploadOptions,
  WaitOptions,
} from "../types.js";

/** The configuration for `stagepass(config)` of `stagepass/react-native`: either an `apiKey` or an `appName`. */
export type NativeConfig = NativeSettings & AppIdentity;

/** The fields of the configuration that do not depend on the app's registration. */
export interface NativeSettings
  extends Pick<
    StagepassSettings,
    "baseUrl" | "accessServer" | "origins" | "accountKey" | "requireIss" | "tokenFormat"
  > {
  /**
   * The URL to which the service sends the user back, letter for letter as it is registered. It has a scheme of the
   * app, such as `com.example.app://callback`, or it is an https URL that the system opens in the app.
   */
  redirectUri: string;
  /**
   * Where sessions, transactions and unfinished uploads are stored. Default:
   * `@react-native-async-storage/async-storage`. With `"memory"` they end with the app, and a login is lost if the
   * system ends the app behind the browser.
   */
  storage?: NativeStorage | "memory" | undefined;
  /**
   * Whether to bind new sessions to a key of this phone (DPoP, RFC 9449). Then a stolen token is useless elsewhere.
   *
   * - `true` always does, and needs `keys`. A login fails with `storage_unavailable` if the key cannot be created or
   *   stored. It fails with `bad_response` if the service issues a token that is not bound.
   * - `"auto"` does if there are `keys`, they work, and the service's metadata offers it with ES256. Otherwise the
   *   session is not bound.
   * - `false` (default) does not.
   *
   * A session that is bound is never used without its key: if it is lost, the session ends with `session_expired`.
   */
  dpop?: "auto" | boolean | undefined;
  /** Creates and stores the keys of bound sessions, such as `keychainKeys(p256, keychain)`. Default: none. */
  keys?: DpopKeys | undefined;
  /** The browser that opens the sign-in page. Default: `expo-web-browser`. */
  browser?: AuthBrowser | undefined;
  /**
   * Returns `count` random bytes from a cryptographically secure generator. Default: `crypto.getRandomValues` (from
   * `react-native-get-random-values`), then `expo-crypto`. Signing in needs one of them.
   */
  random?: ((count: number) => Uint8Array) | undefined;
  /** The source of deep links. Default: `Linking` of `react-native`. */
  links?: Links | undefined;
}

/** A store of strings. A rejection is not fatal, but a login needs a store that keeps its values. */
export interface NativeStorage {
  /** Returns the value of a key. Null or undefined if there is none. */
  getItem(key: string): Promise<string | null> | string | null | undefined;
  /** Stores a value. */
  setItem(key: string, value: string): unknown;
  /** Removes a value. */
  removeItem(key: string): unknown;
  /**
   * Returns all keys. If a store cannot list its keys, such as `expo-secure-store`, Stagepass stores an index of its
   * own keys in it. All keys then consist of letters, digits, `.`, `-` and `_`.
   */
  getAllKeys?(): Promise<readonly string[]> | readonly string[];
}

/** The keys of bound sessions ({@link NativeSettings.dpop}). Each session has its own, and a name for it. */
export interface DpopKeys {
  /**
   * Creates and stores a key for ES256. Rejects if it cannot be stored.
   *
   * @param name Letters, digits, `.`, `-` and `_`.
   * @param random Returns `count` random bytes, from the source of the client.
   */
  create(name: string, random: (count: number) => Uint8Array): Promise<DpopKey>;
  /** Returns a stored key. Undefined or null if it is lost: the session ends. Rejects if it cannot be read now. */
  find(name: string): Promise<DpopKey | null | undefined>;
  /** Deletes a stored key. */
  remove(name: string): Promise<unknown>;
  /** Called while the user signs in, for slow preparations. */
  warmUp?(): unknown;
}

/** A key of one session. Its private part may be in hardware. */
export interface DpopKey {
  /** The public part, as a JSON Web Key (RFC 7518 section 6.2.1). */
  readonly publicJwk: { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string };
  /** Signs a message with ES256: hashes it with SHA-256. Returns 64 bytes, which are r and s. Not DER. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The used part of `p256` of `@noble/curves`, version 2. */
export interface P256 {
  getPublicKey(secretKey: Uint8Array, isCompressed?: boolean): Uint8Array;
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  utils: { randomSecretKey(seed?: Uint8Array): Uint8Array };
}

/** A browser inside the app that closes by itself, such as a custom tab or an authentication session. */
export interface AuthBrowser {
  /**
   * Shows `url` until it leads to an address that starts with `redirectUri`, or until the user closes the browser.
   *
   * @returns How it ended, as `openAuthSessionAsync` of `expo-web-browser` returns it.
   */
  open(url: string, redirectUri: string): Promise<AuthBrowserResult>;
  /** Closes the browser, if possible. */
  close?(): unknown;
  /** Called before a login opens the browser, for slow preparations. */
  warmUp?(): unknown;
  /** Called when the login has ended. */
  coolDown?(): unknown;
}

/**
 * How the browser ended. `success`: at this URL. `cancel`: the user closed it. `dismiss`: it closed for another reason,
 * and a deep link may still arrive. `locked`: another browser is open. `opened`: unknown, and the response arrives as a
 * deep link. Any other value means `dismiss`.
 */
export type AuthBrowserResult =
  | { readonly type: "success"; readonly url: string }
  | { readonly type: "cancel" | "dismiss" | "locked" | "opened" | (string & {}) };

/** The deep links that open the app. */
export interface Links {
  /** Returns the link that started the app, if any. */
  initial(): Promise<string | null>;
  /** Calls `call` with each later link. Returns an unsubscribe function. */
  listen(call: (url: string) => void): () => void;
}

/** A file as a document or image picker returns it. */
export interface PickedFile {
  /** The file's address on the phone: `file:` or `content:`. */
  readonly uri: string;
  /** The file's name. */
  readonly name?: string | null | undefined;
  /** The type, such as `audio/mpeg`. */
  readonly type?: string | null | undefined;
  /** The type, as some pickers name it. */
  readonly mimeType?: string | null | undefined;
}

/** Options of `login` on a phone. It opens a browser inside the app, so it has no options for popups and pages. */
export interface NativeLoginOptions extends Omit<LoginOptions, "display" | "fallback" | "returnTo"> {
  /** Where the authorization response is in the callback URL. Default `"query"`. */
  responseMode?: Exclude<LoginOptions["responseMode"], "web_message">;
}

/** Options of `switchAccount` on a phone. */
export interface NativeSwitchAccountOptions extends Omit<NativeLoginOptions, "scope" | "prompt"> {
  /** As in `login`. Default: the scope of the session. Required if no user is signed in. */
  scope?: LoginOptions["scope"] | undefined;
}

/** The methods to sign in and out on a phone. Without `diagnose`, which checks a web page. */
export interface NativeOAuth extends Omit<OAuth, "login" | "logout" | "switchAccount" | "diagnose"> {
  /** Signs the user in like {@link OAuth.login}, in a browser inside the app. */
  login(options: NativeLoginOptions): Promise<LoginResult>;
  /** Signs the user out like {@link OAuth.logout}. The service's sign-out page opens in a browser inside the app. */
  logout(options?: Omit<LogoutOptions, "returnTo">): Promise<LogoutResult>;
  /** Lets the user sign in with another account like {@link OAuth.switchAccount}, in a browser inside the app. */
  switchAccount(options?: NativeSwitchAccountOptions): Promise<LoginResult>;
}

/** The methods for tracks on a phone. Without `play`, which needs an audio element: pass `streamUrl` to a player. */
export interface NativeTracks extends Omit<Tracks, "play" | "upload" | "setArtwork"> {
  /**
   * Uploads like {@link Tracks.upload}. Also accepts a picked file, and reads it into memory. Resumes after the app was
   * ended, if the same file is uploaded again.
   */
  upload(file: Blob | PickedFile, options?: UploadOptions): Promise<Upload>;
  /** Sets the artwork like {@link Tracks.setArtwork}. Also accepts a picked image. */
  setArtwork(id: number, picture: Blob | PickedFile, options?: WaitOptions): Promise<Track>;
}

/**
 * The client that `stagepass(config)` of `stagepass/react-native` returns. Hooks and upload queues accept it like a
 * {@link Stagepass}.
 */
export interface NativeStagepass extends Omit<Stagepass, "oauth" | "tracks"> {
  /** The methods to sign in and out. */
  oauth: NativeOAuth;
  /** The methods for tracks and uploads. */
  tracks: NativeTracks;
}
