import type { Api } from "./api/client.js";
import type { ClientConfig } from "./client/config.js";
import { checkNewClient, explainer } from "./client/development.js";
import { laterOf } from "./client/later.js";
import { loginOf } from "./client/login.js";
import { logoutOf } from "./client/logout.js";
import { type Status, statusOf } from "./client/status.js";
import { getUserOf } from "./client/user.js";
import { StagepassError } from "./errors.js";
import { openFetch } from "./fetch.js";
import type { CallOptions } from "./glue.js";
import type { Platform } from "./platform.js";
import { finishStagepass, handleRedirect } from "./redirect.js";
import { detailsOf } from "./session/session.js";
import { storedOf } from "./session/stored.js";
import { tokensOf } from "./session/token.js";
import { TERMS } from "./terms.js";
import type { LoginOptions, OAuth, Stagepass, SwitchAccountOptions, WaitOptions } from "./types.js";
import { askUser } from "./user.js";
import { within } from "./wait.js";

/** Returns the function `stagepass(config)` of a platform. */
export const createStagepass = <Config extends ClientConfig>(platform: Platform<Config>, config: Config): Stagepass => {
  const load = platform.core(config);
  // A `storage` that is a string is read by the core, from the configuration.
  const own = { storage: config.storage as CallOptions["storage"], dpop: platform.dpop };
  const stored = storedOf(
    {
      ...config,
      service: config.baseUrl.replace(/\/$/, ""),
      app: config.apiKey ? `key ${config.apiKey}` : `name ${config.appName}`,
    },
    TERMS,
    (key) => platform.storage(config, key),
  );

  const status: Status = statusOf(config, own, load, TERMS, stored, () => getUser());
  const { session } = status;
  const tokens = tokensOf(async (call) => status.use(await load(), call), config, own);
  const fetch = openFetch(tokens, config.baseUrl, config.origins, status.load);
  const getUser = getUserOf(status, () => askUser(fetch));
  const ready = async ({ signal }: WaitOptions = {}) => {
    await status.load(signal);
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

  const later = laterOf(loadApi, session.reporting);
  const explain = explainer(loadApi);
  const login = loginOf(platform, config, own, load, status, TERMS, getUser, explain);
  checkNewClient(config, explain, ready);

  return {
    oauth: {
      ...session.reporting({
        login,
        switchAccount: (options?: SwitchAccountOptions) =>
          login({ scope: session.store.get().scope, ...options, prompt: "select_account" } as LoginOptions),
        handleRedirect: async (url, options = {}) => {
          void status.loadQuietly(options.signal);
          const [result, failure] = await handleRedirect(load, own, finishStagepass, url, options).finally(() =>
            status.loadQuietly(options.signal),
          );
          session.report(failure);
          return result;
        },
        getUser,
        isAuthenticated: async ({ signal } = {}) => (await status.load(signal)).status === "signed-in",
        logout: logoutOf(config, own, load, status, loadApi),
        hasScope: async (scope, { signal } = {}) => {
          const { scope: granted } = detailsOf(await status.load(signal));
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
      "waveform",
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
