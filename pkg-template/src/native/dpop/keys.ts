// The keys of a phone's sessions, and what else proofs need of a phone: the same functions as in dpop/keys.ts. The
// bundles for phones have this file in its place (native.mjs).

import { StagepassError } from "../../errors.js";
import { base64url } from "../base64url.js";
import type { Random } from "../random.js";
import type { DpopKey, DpopKeys } from "../types.js";
import { remember } from "./recent.js";

interface Key {
  privateKey: DpopKey;
  jwk: DpopKey["publicJwk"];
}

/** What a client has for proofs. */
export interface Owner {
  /** Undefined if the app has none. */
  keys: DpopKeys | undefined;
  random(): Random;
  /** Returns the SHA-256 of a text in base64url. */
  hash(text: string): Promise<string>;
}

/** How long the app's browser may take to open, in milliseconds. A slow preparation would delay it. */
const UNTIL_OPEN = 1_000;

/** The clients of the last keys, by the names of the keys. */
const owners: { [name: string]: Owner | undefined } = {};

/** The client that was used last. What is not about a key is the same for all of them. */
let latest: Owner;

const known: { [name: string]: Key | undefined } = {};

/** Declares whose keys the next call is about. */
export const use = (owner: Owner, name?: string): void => {
  latest = owner;
  if (name) remember(owners, name, owner);
};

const keysOf = ({ keys } = latest): DpopKeys => {
  if (keys) return keys;
  throw new StagepassError("unsupported", { message: "The session is bound to a key: pass `keys`." });
};

const kept = (name: string, key: DpopKey): Key => {
  const { kty, crv, x, y } = key.publicJwk;
  // Only what names the key (RFC 7638 section 3.2).
  return remember(known, name, { privateKey: key, jwk: { kty, crv, x, y } });
};

export const prepareKey = async (): Promise<void> => {
  const keys = keysOf();
  setTimeout(() => keys.warmUp?.(), UNTIL_OPEN);
};

export const addKey = async (name: string): Promise<Key> =>
  kept(name, await keysOf(owners[name]).create(name, latest.random()));

export const findKey = async (name: string): Promise<Key | undefined> => {
  if (known[name]) return known[name];
  const key = await keysOf(owners[name]).find(name);
  return key ? kept(name, key) : undefined;
};

export const deleteKey = async (name: string): Promise<unknown> =>
  (async () => keysOf(owners[name]).remove(name))().catch(() => {});

export { base64url };

/** Of ASCII, which proofs and tokens consist of. The Hermes of 2022 has no `TextEncoder`. */
export const octets = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export const sign = async (key: DpopKey, message: Uint8Array): Promise<Uint8Array> => key.sign(message);

export const hash = (text: string): Promise<string> => latest.hash(text);

export const unique = (): string => base64url(latest.random()(16));

/** There is no CORS. */
export const isForeign = (_url: string): boolean => false;

/** Of the one process. */
export const hasLocks = (): boolean => true;
