import type { StagepassError } from "../errors.js";
import type { Stagepass } from "../types.js";
import { type AnySessionState, type MethodsOf, methodsOf, type ProvidedClient, type SessionOf } from "./client.js";

/** What is known of the signed-in user. */
export interface UserState<Client extends ProvidedClient = Stagepass> {
  /**
   * The user. Undefined if no user is signed in, and until the user is known. After a reload it is the stored profile,
   * with `stale`, until the service has confirmed it.
   */
  readonly user: SessionOf<Client>["user"] | undefined;
  /** Why the user is not known. The service is asked again only after {@link UserState.refetch} or a login. */
  readonly error: StagepassError | undefined;
  /** Whether the session or the user is still being loaded. */
  readonly isLoading: boolean;
  /** Asks the service for the user again. The next state has the result. */
  readonly refetch: () => void;
}

/** The session, the user, and the methods `login` and `logout` of the client. A new object after each change. */
export type Auth<Client extends ProvidedClient = Stagepass> = Omit<SessionOf<Client>, "user"> &
  UserState<Client> &
  Pick<MethodsOf<Client>, "login" | "logout">;

/** A store of {@link Auth}, shared by all components of one client. */
export interface AuthStore<Client extends ProvidedClient> {
  /** Returns the current state. */
  get(): Auth<Client>;
  /** The state on a server, which is also the first one of a page that a server has rendered. */
  readonly initial: Auth<Client>;
  /** Calls `listener` with the state now, and after each change. Returns an unsubscribe function. */
  subscribe(listener: (auth: Auth<Client>) => void): () => void;
}

const stores = new WeakMap<ProvidedClient, AuthStore<ProvidedClient>>();

/** Returns the store of a client. As long as it has a subscriber, it asks for the user if the user is not known. */
export const authOf = <Client extends ProvidedClient>(client: Client): AuthStore<Client> => {
  const store = stores.get(client) ?? openAuth(client);
  stores.set(client, store);
  return store as AuthStore<Client>;
};

const openAuth = (client: ProvidedClient): AuthStore<ProvidedClient> => {
  const methods = methodsOf(client);
  const { session, login, logout } = methods;
  const listeners = new Set<() => void>();
  let unfollow: (() => void) | undefined;
  /** The request for the user that has no response yet. */
  let request: AbortController | undefined;
  /** The session at the last request. */
  let requested: AnySessionState | undefined;
  let error: StagepassError | undefined;
  /** The session that `auth` describes. */
  let state: AnySessionState | undefined;
  let auth: Auth<ProvidedClient>;

  const isUnknown = () => session.get().status === "signed-in" && !session.get().user && !error;

  const describe = (next: AnySessionState) => {
    state = next;
    const isLoading = next.status === "loading" || !!request || isUnknown();
    auth = { ...next, error, isLoading, refetch, login, logout } as Auth<ProvidedClient>;
    return auth;
  };

  const get = () => (state === session.get() ? auth : describe(session.get()));

  const publish = () => {
    describe(session.get());
    for (const listener of [...listeners]) listener();
  };

  const cancel = () => {
    request?.abort();
    request = error = undefined;
  };

  const refetch = () => {
    if (!unfollow) return;
    cancel();
    const own = new AbortController();
    const settle = (failure?: StagepassError) => {
      // Another request has replaced this one, or no component needs it.
      if (request !== own) return;
      request = undefined;
      error = failure;
      publish();
    };
    request = own;
    requested = session.get();
    // A controller has the member `signal`. The session has the response.
    methods.getUser(own).then(() => settle(), settle);
    publish();
  };

  /** Asks for an unknown user. Does not retry a failure, which would loop. */
  const update = () => {
    if (!request && isUnknown()) refetch();
    else publish();
  };

  const follow = () => {
    const ends = [
      session.subscribe(() => {
        // Another call has found the user.
        if (session.get().user) error = undefined;
        update();
      }),
      client.on("signed-in", () => {
        // The response would be about the user of the session before.
        if (requested !== session.get()) cancel();
        update();
      }),
    ];
    unfollow = () => {
      for (const end of ends) end();
      cancel();
      unfollow = state = undefined;
    };
    if (isUnknown()) refetch();
  };

  return {
    initial: describe({ status: "loading" }),
    get,
    subscribe(listener) {
      // Each subscription is separate, even of the same function.
      const own = () => listener(get());
      listeners.add(own);
      if (!unfollow) follow();
      own();
      return () => {
        listeners.delete(own);
        // StrictMode, and a component that replaces another, subscribe again at once. They must not ask again.
        queueMicrotask(() => {
          if (!listeners.size) unfollow?.();
        });
      };
    },
  };
};
