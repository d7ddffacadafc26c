import { originOf } from "../api/tickets.js";
import { detailsOf, noteArrival, type Session } from "../session/session.js";
import type { LoginOptions, OAuth, Stagepass, User, WaitOptions } from "../types.js";
import type { Browser, Login } from "./browser.js";
import type { Calls } from "./calls.js";
import { failure } from "./failure.js";
import { json, type Network, openFetch } from "./fetch.js";
import type { Gates } from "./gates.js";
import { type Logins, openLogins } from "./login.js";
import { type Music, openMusic } from "./music.js";
import type { FakeMethod, FakeOptions } from "./options.js";

/** The parts of a fake client. */
export interface Parts {
  options: FakeOptions;
  /** The user who signs in by default. */
  person: User;
  browser: Browser;
  session: Session;
  calls: Calls;
  gates: Gates;
  look(): void;
}

/** Creates the client on its parts. */
export const clientOf = (
  parts: Parts,
): { client: Stagepass; network: Network; logins: Logins; holdUploads: Music["holdUploads"] } => {
  const { options, browser, session, calls } = parts;
  const authority = authorityOf(parts);
  const network: Network = {
    baseUrl: options.baseUrl ?? "https://music.example/v1",
    origins: options.origins ?? [],
    routes: [options.routes ?? {}, { "GET me": () => json(200, browser.current().user) }],
    requests: [],
  };
  const request = openFetch(network, authority);
  const logins = openLogins(options.login ?? parts.person, parts.person, async (user, { scope, appState }, isNamed) => {
    const { login } = browser.signIn(user, scope);
    // The fake has one page, at which a full-page login also ends.
    if (!isNamed) noteArrival({ login, appState: JSON.stringify(appState) ?? "", user: "" }, false);
    parts.look();
    // The real client asks the service.
    await undefined;
    const failure = calls.take("oauth.getUser");
    session.report(failure);
    if (isNamed && !failure) session.identify(login, user);
    return !failure;
  });
  const music = openMusic(options, parts.gates, authority.acting, browser.reach);

  /** Returns methods that are recorded, and that a test can make fail. */
  const watched = <Group extends "tracks" | "library" | "users">(group: Group): Stagepass[Group] => {
    const methods = Object.entries(music[group]).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        const { signal } = (values[values.length - 1] ?? {}) as WaitOptions;
        const work = () => {
          browser.reach();
          return (method as (...values: unknown[]) => unknown)(...values);
        };
        return calls.run(`${group}.${name}` as FakeMethod, values, work, signal);
      },
    ]);
    return session.reporting(Object.fromEntries(methods));
  };

  const client: Stagepass = {
    oauth: { ...session.reporting(signingIn(parts, authority, logins)), session: session.store },
    ...session.reporting({
      ready: (options?: WaitOptions) => calls.run("ready", [options], () => {}, options?.signal),
      fetch: (input: RequestInfo | URL, init?: RequestInit) =>
        calls.run("fetch", [input, init], () => request(input, init), init?.signal),
    }),
    tracks: watched("tracks"),
    library: watched("library"),
    users: watched("users"),
    on: session.on,
    dispose: session.dispose,
  };
  return { client, network, logins, holdUploads: music.holdUploads };
};

/** Returns the checks of calls that need a session. */
const authorityOf = ({ browser, session, look }: Parts) => {
  const renewed = () => {
    try {
      return browser.renew();
    } finally {
      look();
    }
  };
  let forced: Promise<Login> | undefined;
  const authority = {
    browser,
    /** Simultaneous calls share one new token. */
    force: () => {
      forced ??= Promise.resolve()
        .then(renewed)
        .finally(() => {
          forced = undefined;
        });
      return forced;
    },
    token: (refused?: string) => {
      const held = browser.current();
      return (held.token === refused ? renewed() : held).token;
    },
    expire: browser.expire,
    /** Returns the user who acts, with a token that the service accepts. */
    acting: (scope: Login["scope"], isNamed = false) => {
      const held = browser.current();
      browser.reach();
      const login = browser.accepts(held.token) ? held : renewed();
      if (isNamed) session.identify(login.login, login.user);
      if (scope === "write" && login.scope === "read") throw failure("forbidden", { status: 403 });
      return login;
    },
  };
  return authority;
};

const signingIn = (
  { browser, calls }: Parts,
  authority: ReturnType<typeof authorityOf>,
  logins: Logins,
): Omit<OAuth, "session"> => ({
  login: (options = {} as LoginOptions) =>
    calls.run("oauth.login", [options], () => logins.login(options), options.signal),
  switchAccount: (options) => {
    const { scope } = detailsOf(browser.standing());
    const login = { scope, ...options, prompt: "select_account" } as LoginOptions;
    return calls.run("oauth.switchAccount", [options], () => logins.login(login), options?.signal);
  },
  handleRedirect: (url, options) =>
    calls.run("oauth.handleRedirect", [url, options], logins.handleRedirect, options?.signal),
  getUser: (options) => {
    const work = () => authority.acting("read", true).user;
    return calls.run("oauth.getUser", [options], work, options?.signal);
  },
  isAuthenticated: (options) => {
    const work = () => browser.standing().status === "signed-in";
    return calls.run("oauth.isAuthenticated", [options], work, options?.signal);
  },
  hasScope: (scope, options) => {
    const work = () => {
      const { scope: granted } = detailsOf(browser.standing());
      return granted === scope || (granted === "write" && scope === "read");
    };
    return calls.run("oauth.hasScope", [scope, options], work, options?.signal);
  },
  getAccessToken: (options = {}) => {
    const work = async () => (options.forceRefresh ? (await authority.force()).token : authority.token());
    return calls.run("oauth.getAccessToken", [options], work, options.signal);
  },
  getTicket: (options) => {
    const work = () => {
      const wrong = (what: string) => failure("option_invalid", { message: `audience ${what}` });
      const audience = originOf(options.audience, wrong);
      return `ticket of ${authority.acting(options.scope ?? "read").user.handle} for ${audience}`;
    };
    return calls.run("oauth.getTicket", [options], work, options.signal);
  },
  diagnose: (options) => calls.run("oauth.diagnose", [options], () => ({ ok: true, findings: [] }), options?.signal),
  logout: (options) => {
    const work = () => ({ ...browser.signOut(), ...(options?.service && { opened: !browser.isOffline }) });
    return calls.run("oauth.logout", [options], work, options?.signal);
  },
});
