// The keys of a page, and what else proofs need of a browser. Bundles for phones have native/dpop/keys.ts in its place.

import { base64url } from "../base64url.js";

/** A key of one session. Scripts can use the private part, and cannot read it. */
export interface Key {
  privateKey: CryptoKey;
  /** The public part. */
  jwk: JsonWebKey;
}

const STORE = "keys";

/** The keys that this page has used, by name. A revocation may be retried after its key is deleted. */
const known: { [name: string]: Key | undefined } = {};

/** A key that is created while the popup is open, for the next login. */
let spare: Promise<Key> | undefined;

/** Creates the key of the next login. */
export const prepareKey = (): Promise<Key> => {
  spare ??= create();
  return spare;
};

/** Creates and stores the key of a login. Rejects if the browser has no WebCrypto, or stores nothing. */
export const addKey = async (name: string): Promise<Key> => {
  const made = prepareKey();
  spare = undefined;
  const key = await made;
  await work("readwrite", (store) => store.put(key, name));
  known[name] = key;
  return key;
};

/** Returns a key. Undefined if it is lost. Rejects if the browser cannot read it now. */
export const findKey = async (name: string): Promise<Key | undefined> => {
  known[name] ??= await work<Key | undefined>("readonly", (store) => store.get(name));
  return known[name];
};

/** Deletes a key. This page can still use it. */
export const deleteKey = (name: string): Promise<unknown> =>
  work("readwrite", (store) => store.delete(name)).catch(() => {});

export { base64url };

/** Returns the bytes of a text. */
export const octets = (text: string) => new TextEncoder().encode(text);

/** Signs with ES256 (RFC 7518 section 3.4). */
export const sign = (privateKey: CryptoKey, message: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, message);

/** Returns the SHA-256 of ASCII in base64url. */
export const hash = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", octets(text))));

/** Returns a text that is not used twice. */
export const unique = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** Whether a request to this URL needs a CORS preflight. */
export const isForeign = (url: string): boolean => new URL(url).origin !== location.origin;

/** Truthy if only one refresh of a session happens at a time. */
export const hasLocks = (): unknown => navigator.locks;

const create = async (): Promise<Key> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ]);
  // Only what names the key (RFC 7638 section 3.2).
  const { ext: _ext, key_ops: _uses, ...jwk } = await crypto.subtle.exportKey("jwk", publicKey);
  return { privateKey, jwk };
};

/** Does `act` in the database, which is open only as long. */
const work = <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("stagepass");
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = reject;
    };
  });
