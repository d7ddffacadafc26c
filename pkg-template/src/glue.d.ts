// The types of the core's glue, `core/core_bg.js`, which both engines share. The functions are those of
// src/js/exports.rs. wasm-bindgen generates that file, and `wasm/src/glue.rs` gives it this shape. bundle.mjs replaces
// this file with it.

import type { Bearer, CoreResult, Provider, RevocableToken, Revocation, SessionStatus } from "./core.gen.js";
import type { Proofs } from "./dpop/proofs.js";
import type { SessionStorage } from "./types/config.js";

export type {
  Bearer,
  CoreError,
  CoreResult,
  Provider,
  RevocableToken,
  Revocation,
  SessionStatus,
} from "./core.gen.js";

/** What a login that has ended says of itself, whether the page stays or leaves. */
export type CoreLogin = Omit<Extract<CoreResult, { kind: "returning" }>, "kind">;

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The app's own store, if the configuration has one. */
  storage?: SessionStorage | undefined;
  /** Sends requests with proofs. */
  dpop?: Pick<Proofs, "fetch"> | undefined;
  /** The platform, if it is not a browser. */
  host?: Host;
}

/** The options of every call by one client. */
export interface OwnOptions extends Pick<CallOptions, "storage"> {
  dpop: Proofs | undefined;
}

/** The storage area of a value: `Area` in src/core/effect.rs. Transactions are always `local`. */
export type Area = "local" | "session" | "memory" | "custom";

/** The platform of a phone, as src/rim/host.rs calls it. A plain object. Each login has its own. */
export interface Host {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Returns `count` random bytes. Throws if there is no source. */
  random(count: number): Uint8Array;
  read(area: Area, key: string): Promise<string | null>;
  /** Stores a value. Returns whether it outlives the process. */
  write(area: Area, key: string, value: string): Promise<boolean>;
  remove(area: Area, key: string): Promise<unknown>;
  /** Returns the keys with this prefix, in all areas. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Starts to show the URL. */
  open(url: string): unknown;
  /** Takes the lock. Returns a function that releases it, or undefined after a timeout. */
  lock(name: string, within: number, signal?: AbortSignal | null): Promise<(() => void) | undefined>;
  /**
   * Posts a body of this type, with a proof by the key if `dpop` (`src/core/dpop.rs`) is not 0. Returns undefined after
   * a timeout, and the status 0 if there is no key. Rejects if the service cannot be reached.
   */
  post(
    url: string,
    body: string,
    within: number,
    signal: AbortSignal | null | undefined,
    type: string,
    dpop: number,
    key: string,
  ): Promise<HostResponse | undefined>;
}

/** A response. */
export interface HostResponse {
  status: number;
  text: string;
}

/**
 * The functions of an instance. `config` is the app's object, or the `client` of a result. Each call rejects with
 * `config_invalid` if it is not valid.
 */
export interface CoreFunctions {
  /**
   * Starts a login. Runs synchronously up to `window.open`. Besides the app's options:
   *
   * - `popup`: undefined if the core opens the popup itself; a blank window that was opened in the click; or null if
   *   the browser blocked it.
   * - `parameters` of the authorization request that the app adds, each after its `&`.
   */
  login(
    config: object,
    options: CallOptions & { popup: Window | null | undefined; [option: string]: unknown },
  ): Promise<CoreResult>;
  /** Finishes a login. Needs no configuration, because the transaction has it. */
  handleRedirect(options: CallOptions & { url: string }): Promise<CoreResult>;
  /** Returns the session's state, as stored in this browser. Sends no request. */
  readStatus(config: object | string, options: CallOptions): Promise<SessionStatus>;
  /**
   * Returns an access token. Refreshes it first if it expires within these milliseconds, if `forceRefresh` is set, or
   * if it is `refused`, a token that was just rejected with 401. With `keepsReplacement`, a token that has replaced a
   * rejected one stays until it expires.
   */
  accessToken(
    config: object | string,
    options: CallOptions & {
      minValidityMs?: number | undefined;
      forceRefresh?: boolean | undefined;
      refused?: string | undefined;
      keepsReplacement?: boolean;
    },
  ): Promise<Bearer>;
  /**
   * Deletes the session, and asks the service to revoke it. With `refused`, a token that the call has refreshed and
   * that was still rejected with 401: the session expires, if that is still its token.
   */
  logout(config: object | string, options: CallOptions & { refused?: string | undefined }): Promise<Revocation>;
  /** Asks again to revoke these tokens, which a logout could not revoke. */
  revoke(config: object | string, options: CallOptions & { left: readonly RevocableToken[] }): Promise<Revocation>;
}

/** What the core for other providers has besides. `config.provider` is what `discover` has returned. */
export interface OpenIdFunctions {
  /** Loads and checks the metadata of the provider at `config.issuer`, or checks `config.metadata`. */
  discover(config: object, options: CallOptions): Promise<Provider>;
  /** Returns the URL at which the user signs out of the provider. Empty if it has none. */
  endSession(config: object, options: CallOptions & { returnTo?: string | undefined }): Promise<string>;
}

/** What the core of a phone has besides. */
export interface HostFunctions extends CoreFunctions {
  /** Returns the SHA-256 of `text` in base64url. A phone may have no function for it. */
  digest(text: string): string;
}

/** The glue of one instance, with all its state. */
export interface Glue extends CoreFunctions {
  /** The imports of the instance. */
  imports: WebAssembly.Imports;
  /** Sets the exports of an instance made with `imports`. The functions work from then on. */
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

/** Returns the glue of a future instance. */
export function instance(): Glue;
