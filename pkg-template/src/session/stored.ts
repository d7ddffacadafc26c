import { HINT_PREFIX } from "../border.gen.js";
import type { SessionStatus } from "../glue.js";
import type { Kind, OfStagepass, Terms } from "../terms.js";
import { parsed } from "../user.js";

/** The values that name the session of a client. */
export interface ClientName {
  /** The service's URL, or the issuer. */
  service: string;
  /** The app, as src/core/config/session_key.rs names it. */
  app: string;
  accountKey?: string | undefined;
  storage?: unknown;
}

/** The part of a `Storage` that a client uses itself. On a phone, it has the profile alone. */
export interface ClientStorage {
  /** Returns the value of a key: null if there is none, undefined if this is not known. */
  getItem(key: string): string | null | undefined;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What is stored of a client, as far as this page can read it without the core. */
export interface Stored<K extends Kind = OfStagepass> {
  /** Returns the session's state. Undefined if only the core can read it. */
  status(): SessionStatus | undefined;
  /** Returns the profile of this login, which may have changed since. Removes any other profile. */
  recall(login: string | undefined): K["state"]["user"] | undefined;
  /** Stores the profile of this login. */
  keep(login: string, user: K["user"]): void;
}

/** What the core stores beside a session, for a page that has not loaded it. */
interface Hint {
  version: number;
  expired?: boolean;
  scope: string;
  login: string;
}

/** A longer profile is not stored. In characters of its JSON. */
const LONGEST = 10_000;

/** The prefix of the keys of stored profiles. The rest is that of the session's key. */
export const USER_PREFIX = "stagepass/user/";

/** @param storageOf Returns the storage of the session, or throws. It is passed the key of the profile. */
export const storedOf = <K extends Kind = OfStagepass>(
  name: ClientName,
  { userOf }: Terms<K>,
  storageOf: (key: string) => ClientStorage | undefined,
): Stored<K> => {
  const attempt = <T>(work: (storage: ClientStorage, client: string) => T): T | undefined => {
    try {
      const client = clientOf(name);
      return work(storageOf(USER_PREFIX + client) as ClientStorage, client);
    } catch {
      // The browser stores nothing for this page, or it cannot be read without the core.
      return undefined;
    }
  };

  return {
    // The core writes it: src/core/session.rs.
    status: () =>
      attempt((storage, client) => {
        const hint: Hint | null = JSON.parse(storage.getItem(HINT_PREFIX + client) as string);
        if (hint?.version !== 1) return { status: "signed-out" };
        if (hint.expired) return { status: "expired" };
        return { status: "signed-in", scope: hint.scope, login: hint.login, renewedAt: 0 };
      }),
    recall(login) {
      const text = attempt((storage, client) => storage.getItem(USER_PREFIX + client));
      if (!text) return undefined;
      const kept = text.length > LONGEST ? {} : parsed(text);
      const user = login && kept.login === login ? userOf(kept.user) : undefined;
      if (user) return { ...user, verified: undefined, stale: true } as K["state"]["user"];
      attempt((storage, client) => storage.removeItem(USER_PREFIX + client));
      return undefined;
    },
    keep: (login, user) =>
      attempt((storage, client) => {
        const text = JSON.stringify({ login, user });
        if (text.length <= LONGEST) storage.setItem(USER_PREFIX + client, text);
      }),
  };
};

/**
 * Returns the end of the session's key, as src/core/config/session_key.rs does. Throws for an account key that the core
 * encodes in another way.
 */
const clientOf = ({ storage, service, accountKey, app }: ClientName): string => {
  const account = encodeURIComponent(accountKey ?? "");
  if (/[!'()*]/.test(account)) throw account;
  const area = typeof storage === "string" ? storage : storage ? "custom" : "local";
  return `${area} ${service} ${account} ${app}`;
};
