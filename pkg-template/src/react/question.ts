import type { StagepassError } from "../errors.js";
import type { SessionState, SessionUser } from "../types.js";
import type { ProvidedClient } from "./provider.js";

/** The progress of a request for the user. */
export interface Progress {
  readonly isRequested: boolean;
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

export const NOT_REQUESTED: Progress = { isRequested: false };

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
  let progress = NOT_REQUESTED;
  let known: SessionUser | undefined;
  let asking: Asking | undefined;
  let unfollow: (() => void) | undefined;

  const publish = (next: Progress) => {
    progress = next;
    for (const listener of [...listeners]) listener();
  };

  const ask = () => {
    if (!unfollow) return;
    asking?.end.abort();
    const started: Asking = { end: new AbortController(), state: session.get(), isOutdated: false };
    asking = started;
    const settle = (next: Progress) => {
      // Another request has replaced this one, or no component needs it.
      if (asking !== started) return;
      asking = undefined;
      publish(started.isOutdated ? NOT_REQUESTED : next);
      if (started.isOutdated) askIfUnknown();
    };
    publish({ isRequested: true });
    client.oauth.getUser({ signal: started.end.signal }).then(
      () => settle(NOT_REQUESTED),
      (error) => settle({ isRequested: false, error }),
    );
  };

  /** Asks unless the user is known. Does not retry a failure, which would loop. */
  const askIfUnknown = () => {
    const { status, user } = session.get();
    if (status === "signed-in" && !user && !asking && !progress.error) ask();
  };

  const onSignedIn = () => {
    if (asking && asking.state !== session.get()) asking.isOutdated = true;
    if (progress.error) publish(NOT_REQUESTED);
    askIfUnknown();
  };

  const onChange = () => {
    const before = known;
    known = session.get().user;
    // Another call has found the user, so the error is outdated.
    if (known && known !== before && progress.error) publish(NOT_REQUESTED);
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
      progress = NOT_REQUESTED;
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
