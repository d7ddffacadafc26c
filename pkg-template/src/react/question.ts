import type { StagepassError } from "../errors.js";
import type { SessionState, SessionUser } from "../types.js";
import type { ProvidedClient } from "./provider.js";

/** The progress of a request for the user. */
export interface Progress {
  readonly isAsked: boolean;
  /** The error of the last request. */
  readonly error?: StagepassError;
}

/** The request for the signed-in user, shared by all components of one client. A store for `useSyncExternalStore`. */
export interface Question {
  get(): Progress;
  subscribe(listener: () => void): () => void;
  /** Asks the service if a component needs the user. The answer arrives by the client's session. */
  ask(): void;
}

export const UNASKED: Progress = { isAsked: false };

/** A request without a response. */
interface Asking {
  readonly end: AbortController;
  /** The session's state at the request. */
  readonly state: SessionState;
  /** Whether the user has changed since, so that the response is about another user. */
  isOutdated: boolean;
}

const questions = new WeakMap<ProvidedClient, Question>();

/** Returns the request of this client. */
export const questionOf = (client: ProvidedClient): Question => {
  const question = questions.get(client) ?? openQuestion(client);
  questions.set(client, question);
  return question;
};

const openQuestion = (client: ProvidedClient): Question => {
  const { session } = client.oauth;
  const listeners = new Set<() => void>();
  let progress = UNASKED;
  let known: SessionUser | undefined;
  let asking: Asking | undefined;
  let unfollow: (() => void) | undefined;

  const tell = (next: Progress) => {
    progress = next;
    for (const listener of [...listeners]) listener();
  };

  const ask = () => {
    if (!unfollow) return;
    asking?.end.abort();
    const mine: Asking = { end: new AbortController(), state: session.get(), isOutdated: false };
    asking = mine;
    const settle = (next: Progress) => {
      // Another request has replaced this one, or no component needs it.
      if (asking !== mine) return;
      asking = undefined;
      tell(mine.isOutdated ? UNASKED : next);
      if (mine.isOutdated) askIfUnknown();
    };
    tell({ isAsked: true });
    client.oauth.getUser({ signal: mine.end.signal }).then(
      () => settle(UNASKED),
      (error) => settle({ isAsked: false, error }),
    );
  };

  /** Asks unless the user is known. Does not retry a failure, which would loop. */
  const askIfUnknown = () => {
    const { status, user } = session.get();
    if (status === "signed-in" && !user && !asking && !progress.error) ask();
  };

  const onSignedIn = () => {
    if (asking && asking.state !== session.get()) asking.isOutdated = true;
    if (progress.error) tell(UNASKED);
    askIfUnknown();
  };

  const onChange = () => {
    const before = known;
    known = session.get().user;
    // Another call has found the user, so the error is outdated.
    if (known && known !== before && progress.error) tell(UNASKED);
    askIfUnknown();
  };

  const follow = () => {
    known = session.get().user;
    const ends = [client.on("signed-in", onSignedIn), session.subscribe(onChange)];
    unfollow = () => {
      for (const end of ends) end();
      unfollow = undefined;
      asking?.end.abort();
      asking = undefined;
      progress = UNASKED;
    };
    askIfUnknown();
  };

  return {
    get: () => progress,
    subscribe(listener) {
      // Each subscription is separate, even of the same function.
      const own = () => listener();
      listeners.add(own);
      if (!unfollow) follow();
      return () => {
        listeners.delete(own);
        // StrictMode, and a component that replaces another, subscribe again at once. They must not ask again.
        queueMicrotask(() => {
          if (!listeners.size) unfollow?.();
        });
      };
    },
    ask,
  };
};
