// Resume points of unfinished uploads: the upload's URL at the service, and when it expires. No token and no file name.

import type { SessionStorage } from "../types.js";
import type { Service } from "./service.js";

/** The prefix of the keys. */
export const PREFIX = "stagepass.upload.";

/** How long the service keeps an idle upload by default, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** The resume point of one file and one user. */
export interface ResumePoint {
  /** Identifies the file, for this user and this service only. */
  readonly key: string;
  /** Returns the upload's URL, if it is known and can be resumed. */
  read(): string | undefined;
  /** Stores the upload's URL until it expires (milliseconds since 1970, by default a day). */
  save(address: string, until?: number): void;
  forget(): void;
}

interface Entry {
  address: string;
  until: number;
}

/** @param digest Identifies the file. */
export const openResumePoint = (digest: string, storage: SessionStorage, service: Service): ResumePoint => {
  const key = PREFIX + digest;
  attempt(() => sweep(storage));
  return {
    key,
    read: () => {
      const address = entryAt(storage, key)?.address;
      return address !== undefined && isUpload(address, service) ? address : undefined;
    },
    save(address, until = Date.now() + LIFETIME) {
      if (!isUpload(address, service)) return;
      attempt(() => storage.setItem(key, JSON.stringify({ address, until } satisfies Entry)));
    },
    forget: () => attempt(() => storage.removeItem(key)),
  };
};

/** Removes the resume point of the upload at this URL. */
export const forgetUpload = (address: URL, storage: SessionStorage): void =>
  attempt(() => {
    for (const key of keysOf(storage)) {
      const saved = entryAt(storage, key)?.address;
      if (saved !== undefined && new URL(saved).pathname === address.pathname) storage.removeItem(key);
    }
  });

/**
 * Returns whether the URL is an upload of this service. Code that can write to the storage must not choose where a
 * token goes.
 */
const isUpload = (address: string, service: Service): boolean => {
  try {
    return service.under(address).pathname.startsWith(`${service.under("uploads").pathname}/`);
  } catch {
    return false;
  }
};

/** Removes expired and malformed resume points. */
const sweep = (storage: SessionStorage): void => {
  for (const key of keysOf(storage)) {
    if (!entryAt(storage, key)) storage.removeItem(key);
  }
};

const keysOf = (storage: SessionStorage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter(
    (key): key is string => !!key?.startsWith(PREFIX),
  );

const entryAt = (storage: SessionStorage, key: string): Entry | undefined => {
  try {
    const { address, until } = JSON.parse(storage.getItem(key) ?? "") as Partial<Entry>;
    if (typeof address === "string" && typeof until === "number" && until > Date.now()) return { address, until };
  } catch {
    // There is no such upload.
  }
  return undefined;
};

/** Does `work`, and ignores its error: a full or denied storage is no failure of an upload. */
const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // Then it is not stored.
  }
};
