// Where uploads that have not ended are resumed: where each is at the service, and until when. No token, no name of a file.

import type { SessionStorage } from "../types.js";
import type { Service } from "./service.js";

/** How the keys begin. */
export const PREFIX = "stagepass.upload.";

/** How long the service keeps an upload on which nothing moves, where it does not say so, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** Where the upload of one file by one user is resumed. */
export interface ResumePoint {
  /** What the file is known by, to this user and this service alone. */
  readonly key: string;
  /** Returns the upload's address, if it is known and can be resumed. */
  read(): string | undefined;
  /** It is there, until then (milliseconds since 1970; by default for a day). */
  save(address: string, until?: number): void;
  forget(): void;
}

interface Entry {
  address: string;
  until: number;
}

/** @param digest What the file is known by. */
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

/** Forgets the upload at this address, whichever file it is of. */
export const forgetUpload = (address: URL, storage: SessionStorage): void =>
  attempt(() => {
    for (const key of keysOf(storage)) {
      const saved = entryAt(storage, key)?.address;
      if (saved !== undefined && new URL(saved).pathname === address.pathname) storage.removeItem(key);
    }
  });

/** Whether it is an upload of this service: whatever can write into the storage must not choose where a token goes. */
const isUpload = (address: string, service: Service): boolean => {
  try {
    return service.under(address).pathname.startsWith(`${service.under("uploads").pathname}/`);
  } catch {
    return false;
  }
};

/** Forgets what is too old, and what is none of ours although it is called so. */
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
    // Nothing, then.
  }
  return undefined;
};

/** What a storage throws (it is full, it is forbidden) is no failure of an upload. */
const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // It is not kept, then.
  }
};
