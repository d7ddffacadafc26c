import { SESSION_PREFIX, SIGNED_IN } from "./border.gen.js";
import type { SessionStatus } from "./glue.js";
import { inBrowser } from "./load.js";
import type { SessionState, SessionStore, Stagepass, StagepassEvents, User } from "./types.js";

/** What is known of a session on this page, and who wants to hear of it. */
export interface Session extends Pick<Stagepass, "on" | "dispose"> {
  store: SessionStore;
  /** Takes in how it stands, and tells what is new. */
  note(standing: SessionStatus): void;
  /** Whose session the login of this name is, if it is still the present one. */
  identify(login: string | undefined, user: User): void;
  /** `methods`, with each failure told as the event `error`. What was aborted was meant to fail. */
  told<Methods extends object>(methods: Methods): Methods;
}

/** By the number that the core gives. */
const STATUSES = ["signed-out", "signed-in", "expired"] as const;
const EVENTS = ["signedOut", "signedIn", "expired"] as const;

/** The event by which the clients of one page tell each other: the browser tells the other pages alone. */
const CHANGED = "stagepass";

/** Has all clients of this page look, also those of another copy of this library. */
export const tellPage = (): void => {
  // The tests of an app may have as much of a page as they need.
  globalThis.dispatchEvent?.(new Event(CHANGED));
};

/** The store's own, beside the events of the public interface. */
const CHANGE = "";

interface Listener {
  name: string;
  call: (event: never) => void;
  off: () => void;
}

/** @param look Looks again, and notes what it sees. Called when another tab may have changed something. */
export const followSession = (look: () => void): Session => {
  const listeners = new Set<Listener>();
  const end = new AbortController();
  let state: SessionState = { status: "loading" };
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

  const emit = (name: keyof StagepassEvents | typeof CHANGE, event?: unknown) => {
    for (const listener of [...listeners]) {
      // One that was called before may have ended it.
      if (listener.name !== name || !listeners.has(listener)) continue;
      try {
        listener.call(event as never);
      } catch (thrown) {
        setTimeout(() => {
          throw thrown;
        });
      }
    }
  };

  const change = (next: SessionState) => {
    state = next;
    emit(CHANGE);
  };

  if (inBrowser) {
    // The browser tells of what other tabs do to localStorage; of the rest a page learns when somebody turns to it again.
    const again = ({ key }: Partial<StorageEvent>) => {
      if ((key ?? SESSION_PREFIX).startsWith(SESSION_PREFIX)) look();
    };
    addEventListener("storage", again, end);
    addEventListener("pageshow", again as EventListener, end);
    document.addEventListener("visibilitychange", again as EventListener, end);
    addEventListener(CHANGED, again as EventListener, end);
  }

  return {
    store: { get: () => state, subscribe: (listener) => on(CHANGE, listener) },
    on,
    note(standing) {
      const before = known;
      known = standing;
      if (`${before}` === `${standing}`) return;
      const [status, scope, login] = standing;
      const isSame = before?.[0] === status && before[2] === login;
      if (!isSame || state.scope !== scope) {
        change({
          status: STATUSES[status],
          ...(scope && { scope }),
          ...(isSame && state.user && { user: state.user }),
        });
      }
      // What was so already when the page was loaded did not happen now.
      if (!before) return;
      emit(isSame ? "refreshed" : EVENTS[status], state);
      tellPage();
    },
    identify(login, user) {
      if (known?.[0] === SIGNED_IN && known[2] === login && JSON.stringify(user) !== JSON.stringify(state.user)) {
        change({ ...state, user });
      }
    },
    told(methods) {
      const told: { [name: string]: unknown } = {};
      for (const [name, method] of Object.entries(methods)) {
        told[name] = (...values: unknown[]) =>
          method(...values).catch((error: { code?: string }) => {
            // One failure may be what several calls were waiting for.
            if (error.code !== "aborted" && error !== lastError) {
              lastError = error;
              emit("error", error);
            }
            throw error;
          });
      }
      return told as typeof methods;
    },
    dispose() {
      end.abort();
      for (const { off } of listeners) off();
    },
  };
};
