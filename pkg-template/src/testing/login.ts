import { OWN_PARAMETERS, UNKNOWN_VALUE, WRONG_TYPE } from "../border.gen.js";
import { StagepassError } from "../entry/index.js";
import type { LoginOptions, LoginResult, RedirectResult, SignedIn, User } from "../types.js";
import { abortable, failure, invalidOption } from "./failure.js";
import type { FakeLogin } from "./options.js";

/** The logins of a fake client. */
export interface Logins {
  login(options: LoginOptions): Promise<LoginResult>;
  handleRedirect(): Promise<RedirectResult>;
  /** Sets the result of the next logins. */
  comeTo(outcome: FakeLogin): void;
  /** Makes later logins wait, until the returned function is called. */
  hold(): (outcome?: FakeLogin) => void;
}

interface Begun {
  scope: LoginOptions["scope"];
  appState: unknown;
}

/** A login whose page has left for the service. */
interface Away extends Begun {
  outcome: FakeLogin;
  /** Whether it continues on another page after signing in. */
  isBound: boolean;
}

/**
 * @param outcome The result of logins.
 * @param person The user who signs in by default.
 * @param signIn Stores the session and sends the event, with the user if the client itself asks for them. Returns
 *   whether the user's profile could be read.
 */
export const openLogins = (
  outcome: FakeLogin,
  person: User,
  signIn: (user: User, login: Begun, isNamed: boolean) => Promise<boolean>,
): Logins => {
  let held: Promise<FakeLogin> | undefined;
  let away: Away | undefined;
  /** Ends the login that waits, because a newer one opens a popup. */
  let supersede = () => {};
  let finishing: Promise<RedirectResult> | undefined;

  /** Rejects when a newer login supersedes this one. */
  const newer = () =>
    new Promise<never>((_, reject) => {
      supersede = () => reject(failure("superseded"));
    });

  const settled = async (came: FakeLogin, login: Begun, isNamed: boolean): Promise<SignedIn> => {
    if (typeof came === "string") throw failure(came);
    if (came instanceof StagepassError) throw came;
    const user = "userId" in came ? came : person;
    const isRead = await signIn(user, login, isNamed);
    const { appState } = login;
    return { kind: "signed-in", ...(isRead && { user }), ...(appState === undefined ? {} : { appState }) };
  };

  const finish = async (): Promise<RedirectResult> => {
    const login = away;
    away = undefined;
    if (!login) return { kind: "none" };
    const signedIn = await settled(login.outcome, login, false);
    return login.isBound ? { kind: "returning" } : signedIn;
  };

  return {
    async login(options) {
      const { scope, display, fallback, returnTo, signal } = options;
      const appState = checked(options);
      const leave = (outcome: FakeLogin): LoginResult => {
        away = { outcome, scope, appState, isBound: returnTo !== undefined };
        return { kind: "redirecting" };
      };
      if ((display ?? "popup") !== "popup") return leave(outcome);
      if (held || !isBlocked(outcome)) supersede();
      const came = held ? await abortable(Promise.race([held, newer()]), signal) : outcome;
      if (typeof came === "object" && "kind" in came) return leave(came);
      return isBlocked(came) && fallback ? leave(person) : settled(came, { scope, appState }, true);
    },
    handleRedirect() {
      finishing ??= finish().finally(() => {
        finishing = undefined;
      });
      return finishing;
    },
    comeTo(next) {
      outcome = next;
    },
    hold() {
      let release: (outcome: FakeLogin) => void = () => {};
      const pending = new Promise<FakeLogin>((resolve) => {
        release = resolve;
      });
      held = pending;
      return (came) => {
        if (held === pending) held = undefined;
        release(came ?? outcome);
      };
    },
  };
};

const isBlocked = (came: FakeLogin): boolean =>
  came === "popup_blocked" || (came instanceof StagepassError && came.code === "popup_blocked");

const VALUES = {
  scope: ["read", "write"],
  display: [undefined, "popup", "redirect", "fullScreen"],
  responseMode: [undefined, "fragment", "query", "web_message"],
  fallback: [undefined, "redirect", "fullScreen"],
  prompt: [undefined, "none", "login", "consent", "select_account"],
} as const;

/**
 * Returns the app's value as it is returned later. Throws `option_invalid` for options that the real client rejects
 * without reading the page.
 */
const checked = (options: LoginOptions): unknown => {
  for (const [name, values] of Object.entries(VALUES)) {
    const field = name as keyof typeof VALUES;
    if (!(values as readonly unknown[]).includes(options[field])) throw invalidOption(field, UNKNOWN_VALUE);
  }
  const { maxAge = 0, extraParams } = options;
  if (!(Number.isSafeInteger(maxAge) && maxAge >= 0)) throw invalidOption("maxAge", WRONG_TYPE);
  const own = OWN_PARAMETERS.split(" ");
  if (Object.keys({ ...extraParams }).some((name) => own.includes(name)))
    throw invalidOption("extraParams", UNKNOWN_VALUE);
  // Only the service's page in a popup can post the response.
  if (options.responseMode === "web_message" && (options.display ?? "popup") !== "popup") {
    throw invalidOption("responseMode", UNKNOWN_VALUE);
  }
  if (options.appState === undefined) return undefined;
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(options.appState);
  } catch (thrown) {
    cause = thrown;
  }
  if (text === undefined) throw invalidOption("appState", WRONG_TYPE, cause);
  return JSON.parse(text);
};
