import type { StagepassError } from "../errors.js";
import type { SessionState, Stagepass, User } from "../types.js";

/** How far the question is. */
export interface Progress {
  readonly isAsked: boolean;
  /** What came of it the last time, if not an answer. */
  readonly error?: StagepassError;
}

/** The question who is signed in, of all components that ask it of one client. A store for `useSyncExternalStore`. */
export interface Question {
  get(): Progress;
  subscribe(listener: () => void): () => void;
  /** Asks the service, if any component wants to know. The answer comes by the client's session. */
  ask(): void;
}

export const UNASKED: Progress = { isAsked: false };

/** What has been asked and not answered. */
interface Asking {
  readonly end: AbortController;
  /** How things stood. */
  readonly state: SessionState;
  /** Somebody has signed in since: the answer is about somebody else. */
  isOutdated: boolean;
}

const questions = new WeakMap<Stagepass, Question>();

/** The question to this client. */
export const questionOf = (client: Stagepass): Question => {
  const question = questions.get(client) ?? openQuestion(client);
  questions.set(client, question);
  return question;
};

const openQuestion = (client: Stagepass): Question => {
  const { session } = client.oauth;
  const listeners = new Set<() => void>();
  let progress = UNASKED;
  let known: User | undefined;
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
      // Asked anew meanwhile, or of no interest any more.
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

  /** A failure is not asked about again by itself: that would be a loop. */
  const askIfUnknown = () => {
    const { status, user } = session.get();
    if (status === "signed-in" && !user && !asking && !progress.error) ask();
  };

  const onSignedIn = (state: SessionState) => {
    if (asking && asking.state !== state) asking.isOutdated = true;
    if (progress.error) tell(UNASKED);
    askIfUnknown();
  };

  const onChange = () => {
    const before = known;
    known = session.get().user;
    // Told by somebody else's call: there is nothing more to complain of.
    if (known && known !== before && progress.error) tell(UNASKED);
    askIfUnknown();
  };

  const follow = () => {
    known = session.get().user;
    const ends = [client.on("signedIn", onSignedIn), session.subscribe(onChange)];
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
      // Each subscription is one of its own, also of the same function.
      const own = () => listener();
      listeners.add(own);
      if (!unfollow) follow();
      return () => {
        listeners.delete(own);
        // StrictMode, and a component that takes another's place, subscribe anew at once: they are not to ask again.
        queueMicrotask(() => {
          if (!listeners.size) unfollow?.();
        });
      };
    },
    ask,
  };
};
