import { attempt } from "../attempt.js";
import { SESSION_PREFIX } from "../border.gen.js";
import type { StagepassError } from "../errors.js";
import type { CoreLogin, SessionStatus } from "../glue.js";
import { inBrowser } from "../load.js";
import type { Kind, OfStagepass, Terms } from "../terms.js";
import type { Stagepass, StagepassEvents } from "../types.js";
import { parsed } from "../user.js";
import type { Stored } from "./stored.js";

/** The session's state on this page, and its listeners. */
export interface Session<K extends Kind = OfStagepass> extends Pick<Stagepass, "dispose"> {
  store: { get(): K["state"]; subscribe(listener: () => void): () => void };
  on: K["on"];
  /** Stores a new state, and sends the events of what has changed. */
  note(status: SessionStatus): void;
  /** Takes the result of a login on this page, so that the state of its session has its user from the first. */
  arrive(result: Partial<CoreLogin>): void;
  /** Stores the user of this login, if it is still the current one. */
  identify(login: string | undefined, user: K["user"]): void;
  /** Fires when the client is disposed of. */
  ended: AbortSignal;
  /** Sends the event `error`, except for `aborted`. */
  report(error: StagepassError | undefined): void;
  /** Returns `methods` that report each rejection. */
  reporting<Methods extends object>(methods: Methods): Methods;
}

/** Returns what is known of a session. If there is none, it has no members but `status`. */
export const detailsOf = (status: SessionStatus): Partial<Extract<SessionStatus, { status: "signed-in" }>> =>
  status as Extract<SessionStatus, { status: "signed-in" }>;

/** The event that notifies the other clients of this page. The browser notifies only other pages. */
const CHANGED = "stagepass";

/** Makes all clients of this page read the session, also those of another copy of this library. */
export const notifyPage = (): void => {
  // The tests of an app may simulate only a part of a page.
  globalThis.dispatchEvent?.(new Event(CHANGED));
};

/** Where the last full-page login is stored until the page at which it ends reads it, in sessionStorage. */
const ARRIVAL = "stagepass/arrival";

/** A full-page login that ended at this page. Undefined if not read yet. The user is unchecked JSON. */
let arrived: { login?: string; user?: string; appState?: unknown } | undefined;

/**
 * Notes a full-page login, its user, and its `appState` for the event `signed-in`. If `isLeaving`, the login ends at
 * the next page, which reads it once.
 */
export const noteArrival = ({ login, user, appState }: CoreLogin, isLeaving: boolean): void => {
  arrived = { login, user, ...(appState && { appState: JSON.parse(appState) }) };
  if (!isLeaving) return;
  // If this throws, the next page finds the session, without the event.
  attempt(() => sessionStorage.setItem(ARRIVAL, JSON.stringify(arrived)));
  arrived = {};
};

const readArrival = (): NonNullable<typeof arrived> => {
  if (arrived) return arrived;
  arrived = {};
  try {
    arrived = { ...JSON.parse(sessionStorage.getItem(ARRIVAL) as string) };
    sessionStorage.removeItem(ARRIVAL);
  } catch {
    // There is no sessionStorage, or it has another text.
  }
  return arrived as NonNullable<typeof arrived>;
};

/** How long before the end of a session `expiring` is sent, in milliseconds. */
const EXPIRING = 5 * 60_000;

/** The longest delay of `setTimeout`, in milliseconds: 24.8 days. A longer one fires at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The login and the end of the last `expiring`, which only one client of the page sends. */
let announced = "";

/** The store's own event, beside the public ones. */
const CHANGE = "";

interface Listener {
  name: string;
  call: (event: never) => void;
  off: () => void;
}

/**
 * @param readStatus Reads the session again. Called if another tab may have changed it.
 * @param stored What can be read without the core.
 */
export const followSession = <K extends Kind = OfStagepass>(
  readStatus: () => void,
  { userOf, isScope }: Terms<K>,
  stored?: Stored<K>,
): Session<K> => {
  const listeners = new Set<Listener>();
  const end = new AbortController();
  /** What the core has returned last. */
  let known: SessionStatus | undefined;
  let lastError: unknown;

  const on = (name: string, call: (event: never) => void, { signal }: { signal?: AbortSignal | undefined } = {}) => {
    const off = () => {
      listeners.delete(listener);
      signal?.removeEventListener("abort", off);
    };
    const listener = { name, call, off };
    if (!end.signal.aborted && !signal?.aborted) {
      listeners.add(listener);
      signal?.addEventListener("abort", off);
    }
    return off;
  };

  /** Returns whether there is a listener. */
  const emit = (name: keyof StagepassEvents | typeof CHANGE, event?: unknown) => {
    let hasListener = false;
    for (const listener of [...listeners]) {
      // An earlier listener may have removed this one.
      if (listener.name !== name || !listeners.has(listener)) continue;
      hasListener = true;
      try {
        listener.call(event as never);
      } catch (thrown) {
        setTimeout(() => {
          throw thrown;
        });
      }
    }
    return hasListener;
  };

  const report = (error: StagepassError | undefined) => {
    // Several calls may reject with the same error.
    if (!error || error.code === "aborted" || error === lastError) return;
    lastError = error;
    emit("error", error);
  };

  const stateOf = (session: SessionStatus, before?: K["state"]["user"]): K["state"] => {
    const { login, scope, expiresAt } = detailsOf(session);
    const user = before ?? arrivedUser(login) ?? stored?.recall(login);
    return {
      status: session.status,
      ...(isScope(scope) && { scope }),
      ...(expiresAt && { expiresAt }),
      ...(user && { user }),
    } as K["state"];
  };

  let alarm: ReturnType<typeof setTimeout> | undefined;

  /** Sends `expiring` in time. Before that, the session is read again, because another tab may have refreshed it. */
  const watch = (login: string | undefined) => {
    clearTimeout(alarm);
    const { expiresAt = 0 } = state;
    const left = expiresAt - Date.now();
    const name = `${login} ${expiresAt}`;
    if (left > EXPIRING && !end.signal.aborted) {
      alarm = setTimeout(readStatus, Math.min(left - EXPIRING, LONGEST_DELAY));
      // Keeps no Node process alive, such as one that runs an app's tests.
      (alarm as { unref?(): void }).unref?.();
    } else if (left > 0 && announced !== name && emit("expiring", state)) announced = name;
  };

  /** The result of the last login on this page. */
  let latest: Partial<CoreLogin> | undefined;

  /** Returns the user of the login that ended at this page. */
  const arrivedUser = (login: string | undefined) => {
    const { login: arrivedLogin, user: text } = (login === latest?.login && latest) || readArrival();
    const user = login && login === arrivedLogin ? userOf(parsed(text as string)) : undefined;
    if (user) stored?.keep(login as string, user);
    return user;
  };

  const change = (next: K["state"]) => {
    state = next;
    emit(CHANGE);
  };

  /** What `state` shows. The core confirms or corrects what was stored when the client was created. */
  let shown = inBrowser ? stored?.status() : undefined;
  let state: K["state"] = shown ? stateOf(shown) : ({ status: "loading" } as K["state"]);

  if (inBrowser) {
    // The browser reports changes of localStorage by other tabs. Changes elsewhere are read when the page gets the
    // focus.
    const again = ({ key }: Partial<StorageEvent>) => {
      if ((key ?? SESSION_PREFIX).startsWith(SESSION_PREFIX)) readStatus();
    };
    for (const name of ["storage", "pageshow", CHANGED]) addEventListener(name, again as EventListener, end);
    // Not when it is hidden: the page may be on its way into the back/forward cache, and in Safari a request that
    // begins then never ends.
    document.addEventListener("visibilitychange", () => document.hidden || readStatus(), end);
  }

  return {
    store: { get: () => state, subscribe: (listener) => on(CHANGE, listener) },
    on: on as K["on"],
    note(next) {
      const before = known;
      const shownBefore = shown;
      known = shown = next;
      const { login, scope, expiresAt } = detailsOf(next);
      if (JSON.stringify(before) === JSON.stringify(next)) return watch(login);
      const isLike = (other?: SessionStatus) => other?.status === next.status && detailsOf(other).login === login;
      const isSame = isLike(before);
      const isShown = isLike(shownBefore);
      const was = detailsOf(shownBefore ?? next);
      if (!isShown || was.scope !== scope || was.expiresAt !== expiresAt)
        change(stateOf(next, isShown ? state.user : undefined));
      const { login: arrivedLogin, user: _, ...appState } = readArrival();
      if (!isSame && login && login === arrivedLogin) {
        // A client without a listener leaves it to another one of the page, such as the second one of StrictMode.
        if (emit("signed-in", { ...state, ...appState })) arrived = {};
        // A state that existed when the client was created is not a change.
      } else if (before || (shownBefore && !isShown)) emit(isSame ? "refreshed" : next.status, state);
      if (before) notifyPage();
      watch(login);
    },
    arrive: (login) => {
      latest = login;
    },
    identify(login, user) {
      if (login && known && detailsOf(known).login === login && JSON.stringify(user) !== JSON.stringify(state.user)) {
        change({ ...state, user });
        stored?.keep(login, user);
      }
    },
    ended: end.signal,
    report,
    reporting: (methods) =>
      Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [
          name,
          (...values: unknown[]) =>
            method(...values).catch((error: StagepassError) => {
              report(error);
              throw error;
            }),
        ]),
      ) as typeof methods,
    dispose() {
      end.abort();
      clearTimeout(alarm);
      for (const { off } of listeners) off();
    },
  };
};
