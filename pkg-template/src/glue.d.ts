// The types of the core's glue, `core/core_bg.js`, which both of its engines share. wasm-bindgen generates that file, and
// `cargo xtask package` gives it the shape that stands here; bundle.mjs puts it in this file's place.

import type { User } from "./types.js";

/**
 * What the core throws: the code's number, `field << 4 | fault` for `config_invalid` and `option_invalid`, what the
 * service said, the HTTP status.
 */
export type CoreError = [code: number, detail: number, text?: string, status?: number];

export type CoreResult =
  | { kind: "none" | "handed-over" | "redirecting" }
  | { kind: "signed-in"; user: User; appState?: string };

/** What an instance offers. A `config` is the app's own object; each call rejects with `config_invalid` for a wrong one. */
export interface CoreFunctions {
  /**
   * Runs synchronously as far as `window.open`. Beside the app's options:
   *
   * - `popup` undefined: the core opens the window itself, with these `features`. A window: a blank one that was opened in
   *   the click. Null: that was tried, and refused.
   */
  login(
    config: object,
    options: {
      features: string;
      popup: Window | null | undefined;
      signal: AbortSignal | undefined;
      [option: string]: unknown;
    },
  ): Promise<CoreResult>;
  /** Needs no configuration: the stored login carries the one that it began with. */
  handleRedirect(options: { url: string }): Promise<CoreResult>;
  /** Whether a session is stored. */
  session(ask: 0, config: object, options: SessionOptions): Promise<boolean>;
  /** Who it belongs to. */
  session(ask: 1, config: object, options: SessionOptions): Promise<User>;
  /**
   * A token that the service takes, as far as can be known: renewed where it is stale, or where it is `refused`, a token
   * that the service has just answered with 401.
   */
  session(ask: 2, config: object, options: SessionOptions & { refused?: string | undefined }): Promise<string>;
  /** Discards it, and has the service revoke it. */
  session(ask: 3, config: object, options: SessionOptions): Promise<void>;
}

export interface SessionOptions {
  signal?: AbortSignal | undefined;
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
