// The types of the core's glue, `core/core_bg.js`, which both of its engines share. wasm-bindgen generates that file, and
// `cargo xtask package` gives it the shape that stands here; bundle.mjs puts it in this file's place.

import type { ACCESS_TOKEN, EXPIRED, LOGOUT, READ_STATUS, SIGNED_IN, SIGNED_OUT } from "./border.gen.js";
import type { SessionStorage } from "./types/config.js";

/**
 * What the core throws: the code's number; `field << FIELD_SHIFT | fault` for `config_invalid` and `option_invalid`, and for
 * the others the HTTP status, or 0; what the service said.
 */
export type CoreError = [code: number, detail: number, text?: string];

export type CoreResult =
  | { kind: "none" | "handed-over" | "redirecting" }
  /** `client` can stand for a configuration from then on. */
  | { kind: "signed-in"; client: string; baseUrl: string; appState?: string };

/**
 * How the session stands: nobody is signed in; somebody is, with this scope (undefined: one that is not known here), by the
 * login of this name, since the token was renewed at this moment; it has expired.
 */
export type SessionStatus =
  | [status: typeof SIGNED_OUT]
  | [status: typeof SIGNED_IN, scope: "read" | "write" | undefined, login: string, renewedAt: number]
  | [status: typeof EXPIRED];

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The app's own store, where the configuration has one. */
  storage?: SessionStorage | undefined;
  /** What it runs on, where that is no browser. */
  host?: Host;
}

/** Where a value is kept: `Area` of src/effect.rs. Logins under way are always `local`. */
export type Area = "local" | "session" | "memory" | "custom";

/** What a core without a browser runs on, as src/rim/host.rs asks for it. A plain object: each login has one of its own. */
export interface Host {
  /** Milliseconds since 1970. */
  now(): number;
  /** So many random octets. Throws where there are none. */
  random(count: number): Uint8Array;
  read(area: Area, key: string): Promise<string | null>;
  /** Gives whether the value outlives the process. */
  write(area: Area, key: string, value: string): Promise<boolean>;
  remove(area: Area, key: string): Promise<unknown>;
  /** The keys that begin so, of all areas. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Begins to show the address. */
  open(url: string): unknown;
  /** Gives what lets go of the lock; undefined where it was not to be had in time. */
  lock(name: string, within: number, signal?: AbortSignal | null): Promise<(() => void) | undefined>;
  /** Posts JSON. Gives undefined where no answer came in time; rejects where the service cannot be reached. */
  post(url: string, body: string, within: number, signal?: AbortSignal | null): Promise<HostResponse | undefined>;
}

/** An answer. */
export interface HostResponse {
  status: number;
  text: string;
}

/**
 * What an instance offers. A `config` is the app's own object, or the `client` of somebody who has signed in; each call
 * rejects with `config_invalid` for a wrong one.
 */
export interface CoreFunctions {
  /**
   * Runs synchronously as far as `window.open`. Beside the app's options:
   *
   * - `popup` undefined: the core opens the window itself, with these `features`. A window: a blank one that was opened in
   *   the click. Null: that was tried, and refused.
   */
  login(
    config: object,
    options: CallOptions & { features: string; popup: Window | null | undefined; [option: string]: unknown },
  ): Promise<CoreResult>;
  /** Needs no configuration: the stored login carries the one that it began with. */
  handleRedirect(options: CallOptions & { url: string }): Promise<CoreResult>;
  /** How the session stands, as far as this browser knows. Nobody is asked. */
  session(ask: typeof READ_STATUS, config: object | string, options: CallOptions): Promise<SessionStatus>;
  /**
   * A token that the service takes, as far as can be known: renewed where it is not good for so many milliseconds more, where
   * it is to be in any case, or where it is `refused`, a token that has just been answered with 401.
   */
  session(
    ask: typeof ACCESS_TOKEN,
    config: object | string,
    options: CallOptions & {
      minValidityMs?: number | undefined;
      forceRefresh?: boolean | undefined;
      refused?: string | undefined;
    },
  ): Promise<string>;
  /**
   * Discards it, and has the service revoke it. With `refused`, a token that was renewed and answered with 401 all the same:
   * the session has expired, if that is still its token.
   */
  session(
    ask: typeof LOGOUT,
    config: object | string,
    options: CallOptions & { refused?: string | undefined },
  ): Promise<void>;
}

/** The glue of one instance, which takes all its state along. */
export interface Glue extends CoreFunctions {
  /** What to make the instance with. */
  imports: WebAssembly.Imports;
  /** Takes the exports of an instance made with `imports`. The functions work from then on. */
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

/** The glue of an instance that is yet to be made. */
export function instance(): Glue;
