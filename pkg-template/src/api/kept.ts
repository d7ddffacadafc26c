// What a browser keeps of uploads that have not ended: where each is at the service, and until when. No token, no name of a file.

import type { SessionStorage, StagepassConfig } from "../types.js";
import type { Service } from "./service.js";

/** How the keys begin. */
const PREFIX = "stagepass.upload.";

/** How long the service keeps an upload on which nothing moves, where it does not say so, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** How much of a file is looked at, at its beginning and at its end, in bytes. */
const LOOK = 64 * 1024;

/** An upload of one file by one person, as this browser remembers it. */
export interface Kept {
  /** What the file is known by, to this person and this service alone. */
  readonly key: string;
  /** Where it is, if it is known and can be gone on with. */
  read(): string | undefined;
  /** It is there, until then (milliseconds since 1970; by default for a day). */
  keep(address: string, until?: number): void;
  forget(): void;
}

interface Entry {
  address: string;
  until: number;
}

/** The choice of the configuration that says where. */
export type Choice = StagepassConfig["storage"];

/**
 * What is kept of this file's upload. Rejects as the file does where it cannot be read.
 *
 * @param userId Who uploads: nobody goes on with what is somebody else's.
 */
export const keptOf = async (file: File, userId: number, choice: Choice, service: Service): Promise<Kept> => {
  const storage = storageOf(choice, service);
  const endpoint = service.under("uploads").href;
  const key = PREFIX + (await digest(file, endpoint, userId));
  attempt(() => sweep(storage));
  return {
    key,
    read: () => {
      const address = entryAt(storage, key)?.address;
      return address !== undefined && isUpload(address, service) ? address : undefined;
    },
    keep(address, until = Date.now() + LIFETIME) {
      if (!isUpload(address, service)) return;
      attempt(() => storage.setItem(key, JSON.stringify({ address, until } satisfies Entry)));
    },
    forget: () => attempt(() => storage.removeItem(key)),
  };
};

/** Forgets the upload that is there, whichever file it is of. */
export const forgetUpload = (address: URL, choice: Choice, service: Service): void => {
  const storage = storageOf(choice, service);
  attempt(() => {
    for (const key of keysOf(storage)) {
      const kept = entryAt(storage, key)?.address;
      if (kept !== undefined && new URL(kept).pathname === address.pathname) storage.removeItem(key);
    }
  });
};

/** Whether it is an upload of this service: whatever can write into the storage must not choose where a token goes. */
const isUpload = (address: string, service: Service): boolean => {
  try {
    return service.under(address).pathname.startsWith(`${service.under("uploads").pathname}/`);
  } catch {
    return false;
  }
};

/** The same for the same file only, and says nothing of it. Without `crypto.subtle` (a page of plain http) it is in plain words. */
const digest = async (file: File, endpoint: string, userId: number): Promise<string> => {
  const about = JSON.stringify([endpoint, userId, file.name, file.size, file.lastModified, file.type]);
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return about;
  const parts = [about, file.slice(0, LOOK), file.slice(Math.max(LOOK, file.size - LOOK))];
  const hash = await subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

/** What lives as long as the page, for each client. */
const memories = new WeakMap<Service, SessionStorage>();

const storageOf = (choice: Choice, service: Service): SessionStorage => {
  try {
    if (typeof choice === "object") return choice;
    if (choice === "session") return sessionStorage;
    if (choice !== "memory") return localStorage;
  } catch {
    // The browser keeps nothing for this page.
  }
  const memory = memories.get(service) ?? openMemory();
  memories.set(service, memory);
  return memory;
};

const openMemory = (): SessionStorage => {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};

/** What a storage throws (it is full, it is forbidden) is no failure of an upload. */
const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // It is not kept, then.
  }
};
