import { base64url } from "../base64url.js";
import { HINT_PREFIX, SESSION_PREFIX } from "../border.gen.js";
import { fromCore, StagepassError } from "../errors.js";
import { OPENID_TERMS } from "../openid/user.js";
import { core, openid } from "../page-glue.js";
import { type ClientStorage, storedOf, USER_PREFIX } from "../session/stored.js";
import { TERMS } from "../terms.js";
import type { OpenIdConfig, OpenIdUser } from "../types/openid.js";
import type { RegisteredApp, StagepassSettings, UnregisteredApp, User } from "../types.js";
import { openPage, type Page, run } from "./page.js";
import { fakeUser } from "./people.js";

/** The fields of a client's configuration that name its session. Others are ignored. */
export type StoredSessionConfig =
  | (Pick<StagepassSettings, "baseUrl" | "accountKey" | "storage"> & (RegisteredApp | UnregisteredApp))
  | Pick<OpenIdConfig, "issuer" | "clientId" | "accountKey" | "storage" | "scope">;

/** Options of `storedSession`. */
export interface StoredSessionOptions {
  /** The user: with an `issuer` in the configuration, the claims of the ID token. Default: Ada Lovelace. */
  user?: User | OpenIdUser | undefined;
  /** The granted scope. Default: `"write"`. With an `issuer`, that of the configuration, or `"openid"`. */
  scope?: string | undefined;
  /** The response of the token endpoint, with its own names. Default: tokens that no service has issued. */
  tokens?: { access_token?: string; refresh_token?: string; expires_in?: number } | undefined;
}

const CALLBACK = "https://app.example/callback";

/** The lifetime of a token, in seconds. */
const LIFETIME = 3600;

/**
 * Returns what a browser stores of a signed-in user, by the keys of localStorage. Write it there before the app's page
 * loads: then the user is signed in. It is the real core that writes it, in a login without a browser and a network.
 *
 * Rejects with `config_invalid` for a configuration of `storage` that is neither `"local"` nor `"session"`.
 */
export const storedSession = async (
  config: StoredSessionConfig,
  options: StoredSessionOptions = {},
): Promise<{ [key: string]: string }> => {
  if (![undefined, "local", "session"].includes(config.storage as string | undefined))
    throw new StagepassError("config_invalid", { message: 'storage must be "local" or "session" to be stored.' });
  const login = "issuer" in config ? ofOpenId(config, options) : ofStagepass(config, options);
  const stored = await login.catch((thrown) => {
    throw fromCore(thrown);
  });
  const isOfSession = ([key]: [string, string]) =>
    [SESSION_PREFIX, HINT_PREFIX, USER_PREFIX].some((prefix) => key.startsWith(prefix));
  return Object.fromEntries([...stored].filter(isOfSession));
};

const ofStagepass = async (config: Exclude<StoredSessionConfig, { issuer: string }>, options: StoredSessionOptions) => {
  const { user = fakeUser(), scope = "write", tokens } = options;
  const page = openPage(CALLBACK, () => tokensWith(scope, tokens));
  const functions = run(core(page.globals), await import("../core.js"));
  const settings = { ...config, ...OWN };
  await functions.login(settings, { scope, display: "fullScreen", popup: undefined });
  await functions.handleRedirect({ url: answered(page) });
  const app = config.apiKey ? `key ${config.apiKey}` : `name ${config.appName}`;
  const name = { ...config, service: config.baseUrl.replace(/\/$/, ""), app };
  storedOf(name, TERMS, () => storageOf(page)).keep(await loginOf(functions, settings), user as User);
  return page.stored;
};

const ofOpenId = async (config: Extract<StoredSessionConfig, { issuer: string }>, options: StoredSessionOptions) => {
  const { issuer, clientId } = config;
  const { user = { sub: "ada", name: "Ada Lovelace" }, scope = config.scope ?? "openid", tokens } = options;
  let nonce = "";
  const page = openPage(CALLBACK, () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { ...user, iss: issuer, aud: clientId, iat: now, exp: now + LIFETIME, nonce };
    // The core does not check the signature: src/core/openid/id_token.rs.
    return { ...tokensWith(scope, tokens), id_token: [{ alg: "ES256" }, claims, {}].map(encoded).join(".") };
  });
  const functions = run(openid(page.globals), await import("../openid.js"));
  const endpoints = { authorization_endpoint: `${CALLBACK}/auth`, token_endpoint: `${CALLBACK}/token` };
  const settings = { ...config, ...OWN, baseUrl: issuer, tokenEndpoint: "", metadata: { issuer, ...endpoints } };
  const provider = await functions.discover(settings, {});
  const found = { ...settings, provider, tokenEndpoint: provider.tokenEndpoint };
  await functions.login(found, { scope, display: "fullScreen", popup: undefined });
  nonce = new URL(page.href).searchParams.get("nonce") ?? "";
  await functions.handleRedirect({ url: answered(page) });
  const name = { ...config, service: issuer, app: `openid ${clientId}` };
  storedOf(name, OPENID_TERMS, () => storageOf(page)).keep(await loginOf(functions, found), user as OpenIdUser);
  return page.stored;
};

/** Replaces what names no session. */
const OWN = { redirectUri: CALLBACK, dpop: false, requireIss: false };

const tokensWith = (scope: string, tokens: StoredSessionOptions["tokens"]) => ({
  access_token: "an-access-token",
  refresh_token: "a-refresh-token",
  token_type: "Bearer",
  expires_in: LIFETIME,
  scope,
  ...tokens,
});

/** Sends the user back from the authorization server. Returns the URL of the page. */
const answered = (page: Page): string => {
  const parameters = new URL(page.href).searchParams;
  const mark = parameters.get("response_mode") === "fragment" ? "#" : "?";
  page.href = `${CALLBACK}${mark}code=a-code&state=${parameters.get("state")}`;
  return page.href;
};

const encoded = (part: object) => base64url(new TextEncoder().encode(JSON.stringify(part)));

const storageOf = ({ stored }: Page): ClientStorage => ({
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
});

const loginOf = async (functions: ReturnType<typeof core>, settings: object) => {
  const { login = "" } = (await functions.readStatus(settings, {})) as { login?: string };
  return login;
};
