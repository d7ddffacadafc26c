import { loginOf } from "../client/login.js";
import { type Status, statusOf } from "../client/status.js";
import { getUserOf } from "../client/user.js";
import { StagepassError } from "../errors.js";
import { openFetch } from "../fetch.js";
import type { CallOptions } from "../glue.js";
import { inBrowser } from "../load.js";
import { arrival } from "../login-result.js";
import type { Platform } from "../platform.js";
import { type Finish, handleRedirect } from "../redirect.js";
import { storedOf } from "../session/stored.js";
import { type Tokens, tokensOf } from "../session/token.js";
import type { OfOpenId } from "../terms.js";
import type { OpenIdClient, OpenIdConfig, OpenIdLoginOptions, OpenIdUser } from "../types/openid.js";
import type { AccessTokenOptions, LoginOptions, WaitOptions } from "../types.js";
import { within } from "../wait.js";
import { SCOPE } from "./config.js";
import { loaded } from "./loaded.js";
import { openIdLogoutOf } from "./logout.js";
import { discovering, type OpenIdSettings } from "./provider.js";
import { verifierOf } from "./signature.js";
import { askUserInfo, OPENID_TERMS } from "./user.js";

/** Returns the scopes (RFC 6749 section 3.3). Throws `option_invalid` for anything else. */
const checkedScope = (scope: unknown): unknown => {
  if (typeof scope === "string" && /^[!#-[\]-~]+( [!#-[\]-~]+)*$/.test(scope)) return scope;
  throw new StagepassError("option_invalid", { message: SCOPE });
};

/** Rejects the response modes that a static page cannot receive, and those of a Stagepass service. */
const checkResponseMode = (mode: unknown): void => {
  if (![undefined, null, "fragment", "query"].includes(mode as string | undefined))
    throw new StagepassError("option_invalid", { message: 'responseMode must be "fragment" or "query".' });
};

/** The user is in the ID token. */
export const finishOpenId: Finish<OfOpenId> = (_core, result) => arrival(result, OPENID_TERMS);

/** Returns the client of any OAuth 2.0 or OpenID provider. */
export const createOpenId = (platform: Omit<Platform<OpenIdConfig>, "api">, config: OpenIdConfig): OpenIdClient => {
  const settings: OpenIdSettings = { ...config, baseUrl: config.issuer, tokenEndpoint: "" };
  const own = { storage: config.storage as CallOptions["storage"], dpop: platform.dpop };
  const load = platform.core(settings);
  const discover = discovering(load, settings, own);
  const name = { ...config, service: config.issuer, app: `openid ${config.clientId}` };
  const stored = storedOf(name, OPENID_TERMS, (key) => platform.storage(settings, key));

  const status: Status<OfOpenId> = statusOf(settings, own, load, OPENID_TERMS, stored, () => getUser());
  const { session } = status;
  const tokens = tokensOf(async (call) => status.use(await discover(), call), settings, own);
  const fetch = openFetch(tokens, undefined, config.origins, status.load);

  /** Some providers refuse all tokens at the userinfo endpoint. They must not cost a refresh each time. */
  const userTokens: Tokens = { ...tokens, token: (want) => tokens.token({ ...want, keepsReplacement: true }) };

  const ask = async (claims?: string): Promise<OpenIdUser> => {
    await discover();
    // Without a session, this rejects.
    if (!claims) await tokens.token({ refused: undefined });
    const { userinfoEndpoint = "" } = settings.provider ?? {};
    const origins = userinfoEndpoint ? [userinfoEndpoint] : [];
    return askUserInfo(openFetch(userTokens, undefined, origins), userinfoEndpoint, claims);
  };
  const getUser = getUserOf<OfOpenId>(status, ask);
  const login = loginOf(platform, settings, own, discover, status, OPENID_TERMS, undefined, () => {});
  const ready = async ({ signal }: WaitOptions = {}) => {
    await discover(signal);
  };

  if (inBrowser)
    setTimeout(() => {
      // Before a click, so that the popup opens at the provider at once.
      ready().catch(() => {});
      // The page may have been shown before this client was created, and report no event.
      void status.loadQuietly();
    });

  return {
    ...session.reporting({
      login: async (options: OpenIdLoginOptions = {}) => {
        checkResponseMode(options.responseMode);
        return login({ ...options, scope: checkedScope(options.scope ?? config.scope ?? "openid") } as LoginOptions);
      },
      handleRedirect: async (url?: string, options: WaitOptions = {}) => {
        void status.loadQuietly(options.signal);
        const [result, failure] = await handleRedirect<OfOpenId>(load, own, finishOpenId, url, options).finally(() =>
          status.loadQuietly(options.signal),
        );
        session.report(failure);
        return result;
      },
      getUser,
      isAuthenticated: async ({ signal }: WaitOptions = {}) => (await status.load(signal)).status === "signed-in",
      logout: openIdLogoutOf(settings, own, load, discover, status),
      getAccessToken: async (options?: AccessTokenOptions) =>
        (await tokens.token({ ...options, refused: undefined })).token,
      getIdToken: async (options: WaitOptions = {}) => {
        const { idToken } = await tokens.token({ ...options, refused: undefined });
        return idToken ?? "";
      },
      verifySignature: verifierOf(settings, tokens),
      diagnose: async (options?: WaitOptions) => {
        const { diagnoseOpenId } = await loaded(import("../entry/diagnose.js"));
        // It checks the configuration, too.
        const readSession = async ({ signal }: WaitOptions = {}) => void (await status.load(signal));
        const parts = { ready: readSession, within, discover: async (signal: AbortSignal) => discover(signal) };
        return diagnoseOpenId(settings, parts, options);
      },
      ready,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
    }),
    session: session.store,
    on: session.on,
    dispose: session.dispose,
  };
};
