import { addedParameters } from "./added-parameters.js";
import { fromPage } from "./address.js";
import type { Api } from "./api/client.js";
import { MISSING } from "./border.gen.js";
import { invalid, StagepassError } from "./errors.js";
import { openFetch } from "./fetch.js";
import type { CallOptions, CoreLogin, RevocableToken } from "./glue.js";
import { type Core, inBrowser } from "./load.js";
import { appStateText, arrival } from "./login-result.js";
import type { Platform } from "./platform.js";
import { handleRedirect } from "./redirect.js";
import { revokeLater } from "./session/revoke-later.js";
import { detailsOf, followSession } from "./session/session.js";
import { type ClientName, storedOf } from "./session/stored.js";
import { tokensOf } from "./session/token.js";
import type {
  LoginOptions,
  LoginResult,
  LogoutOptions,
  LogoutResult,
  OAuth,
  Stagepass,
  SwitchAccountOptions,
  User,
  WaitOptions,
} from "./types.js";
import { askUser } from "./user.js";
import { abortable, within } from "./wait.js";

/** The configuration that every platform has. */
interface ClientConfig extends ClientName {
  redirectUri?: string | undefined;
  origins?: readonly string[] | undefined;
  dpop?: "auto" | boolean | undefined;
}

/** The time after which a login that has not ended is explained, in milliseconds. */
const SLOW = 10_000;

/** Returns whether this page is on a developer's machine. */
const inDevelopment = (): boolean => /^http:|localhost:/.test(location.origin);

/** The requests for the user that have no response yet, by the login. */
const userRequests: { [login: string]: Promise<User> } = {};

/** Returns the function `stagepass(config)` of a platform. */
export const createStagepass = <Config extends ClientConfig>(platform: Platform<Config>, config: Config): Stagepass => {
  const load = platform.core(config);
  // A `storage` that is a string is read by the core, from the configuration.
  const own = { storage: config.storage as CallOptions["storage"], dpop: platform.dpop };

  const readStatus = async (core: Core) => {
    const status = await core.run(() => core.readStatus(config, own));
    session.note(status);
    const { login } = detailsOf(status);
    if (session.store.get().user?.stale && login !== confirming) {
      confirming = login;
      getUser().catch(() => {});
    }
    return status;
  };

  /** The login whose stored profile the service was last asked to confirm. */
  let confirming: string | undefined;

  const loadStatus = async (signal?: AbortSignal) => abortable(readStatus(await load(signal)), signal);

  const readStatusQuietly = (signal?: AbortSignal) => loadStatus(signal).catch(() => {});

  const session = followSession(
    readStatusQuietly,
    storedOf(config, (key) => platform.storage(config, key)),
  );

  /**
   * Calls the core, and reports changes of the session: those of others before the call, what the call has done
   * synchronously (a logout has then deleted the session, and waits for the service), and its end before it settles.
   */
  const use = async <T>(core: Core, call: (core: Core) => Promise<T>): Promise<T> => {
    const quietly = () => readStatus(core).catch(() => {});
    void quietly();
    const work = core.run(call);
    void quietly();
    return work.finally(quietly);
  };

  const tokens = tokensOf(async (call) => use(await load(), call), config, own);
  const fetch = openFetch(tokens, config.baseUrl, config.origins, loadStatus);

  const login = async ({ signal, ...options } = {} as LoginOptions): Promise<LoginResult> => {
    if (!config.redirectUri) throw invalid("config_invalid", "redirectUri", MISSING);
    const given = {
      ...options,
      appState: appStateText(options.appState),
      returnTo: fromPage(options.returnTo),
      parameters: addedParameters(options),
    };
    const work = platform.login(load(signal), { ...config, ...options }, (core, window) =>
      use(core, async () => {
        const ended = await core.login(config, { ...given, ...window, signal, ...own });
        session.arrive(ended as CoreLogin);
        return ended;
      }),
    );
    const slow = inBrowser ? setTimeout(explain, SLOW) : 0;
    // Not before the popup is open.
    if (config.dpop) own.dpop?.load().then(({ prepare }) => prepare(config, signal), console.info);
    const ended = await work.finally(() => clearTimeout(slow));
    const [result, failure] = await arrival<LoginResult>(ended, () => getUser({ signal }));
    if ("user" in result && result.user) session.identify((ended as CoreLogin).login, result.user);
    session.report(failure);
    return result;
  };

  // Several parts of the page may ask for the user at the same time. The service is asked once.
  const getUser: OAuth["getUser"] = async ({ signal } = {}) => {
    const { login = "" } = detailsOf(await loadStatus(signal));
    userRequests[login] ??= askUser(fetch);
    // A caller that aborts and asks again does not wait for the same response.
    const user = await abortable(userRequests[login], signal).finally(() => delete userRequests[login]);
    session.identify(login, user);
    return user;
  };

  const ready = async ({ signal }: WaitOptions = {}) => {
    await loadStatus(signal);
  };

  const logout = async ({ signal, service, returnTo }: LogoutOptions = {}): Promise<LogoutResult> => {
    const core = await load(signal);
    const signOut = async () => {
      const left = await use(core, (core) => core.logout(config, own));
      const revoke = async (tokens: readonly RevocableToken[]) =>
        (await load()).run((core) => core.revoke(config, { left: tokens, ...own, signal: session.ended }));
      void revokeLater(revoke, left, session.ended);
      const revoked = left.kind === "nothing";
      if (!service) return { revoked };
      const opens = async () => (await loadApi()).endSession(returnTo, signal);
      // This page could not try again if it left.
      return { revoked, opened: left.kind !== "tokens" && (await opens().catch(() => false)) };
    };
    return abortable(signOut(), signal);
  };

  let api: Api | undefined;

  /** Returns the methods of the other script, which is loaded on first use. */
  const loadApi = async (): Promise<Api> => {
    const { open } = await platform.api().catch((cause) => {
      throw new StagepassError("load_failed", { cause });
    });
    api ??= open(config, { ...tokens, fetch, getUser, ready, within }, StagepassError);
    return api;
  };

  /** Returns methods by their names in the other script. */
  const later = <Name extends keyof Api>(...names: Name[]) =>
    session.reporting(
      Object.fromEntries(
        names.map((name) => [
          name,
          async (...values: unknown[]) => ((await loadApi())[name] as (...values: unknown[]) => unknown)(...values),
        ]),
      ) as Pick<Api, Name>,
    );

  /** In development, has the other script write to the console why a login does not end. */
  const explain = (isResponse?: boolean) => {
    if (inDevelopment()) {
      loadApi()
        .then((api) => api.explain(isResponse))
        .catch(console.info);
    }
  };

  if (inBrowser) {
    if (config.apiKey && !/^0x[\da-f]{40}$/i.test(config.apiKey) && inDevelopment()) {
      console.warn("Stagepass: a service of Stagepass has other API keys, of 0x and 40 hex digits. Check apiKey.");
    }
    if (/state=sp1/.test(location.href)) setTimeout(explain, SLOW, true);
    // The app may never call ready(), so report an invalid configuration here. Do not report a failed load: the first
    // call loads again.
    const confirm = () =>
      ready().catch((error: StagepassError) => {
        if (error.code === "config_invalid") console.error(error);
      });
    // Not now: the page first shows the stored session. A call of the app loads the core at once.
    setTimeout(confirm);
  }

  return {
    oauth: {
      ...session.reporting({
        login,
        switchAccount: (options?: SwitchAccountOptions) =>
          login({ scope: session.store.get().scope, ...options, prompt: "select_account" } as LoginOptions),
        handleRedirect: async (url, options = {}) => {
          void readStatusQuietly(options.signal);
          const [result, failure] = await handleRedirect(load, own, url, options).finally(() =>
            readStatusQuietly(options.signal),
          );
          session.report(failure);
          return result;
        },
        getUser,
        isAuthenticated: async ({ signal } = {}) => (await loadStatus(signal)).status === "signed-in",
        logout,
        hasScope: async (scope, { signal } = {}) => {
          const { scope: granted } = detailsOf(await loadStatus(signal));
          return granted === scope || (granted === "write" && scope === "read");
        },
        // Only the client's own calls know which token was rejected.
        getAccessToken: async (options) => (await tokens.token({ ...options, refused: undefined })).token,
      } satisfies Omit<OAuth, "session" | "getTicket" | "diagnose">),
      ...later("getTicket", "diagnose"),
      session: session.store,
    },
    ...session.reporting({ ready, fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init) }),
    // This order compresses best.
    tracks: later(
      "join",
      "mine",
      "upload",
      "access",
      "streamUrl",
      "setArtwork",
      "getRule",
      "setRule",
      "listens",
      "discardUpload",
      "removeArtwork",
      "play",
      "delete",
      "create",
      "get",
      "uploads",
      "update",
    ),
    library: later("save", "remove", "list"),
    users: later("tracks"),
    on: session.on,
    dispose: session.dispose,
  };
};
