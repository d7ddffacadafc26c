import { fetchedOpenId } from "../browser/fetched-openid.js";
import { pageWith } from "../browser/platform.js";
import { script } from "../browser/script.js";
import { createOpenId, finishOpenId } from "../openid/client.js";
import { checkOpenIdConfig } from "../openid/config.js";
import { handleRedirect as finish } from "../redirect.js";
import type { OfOpenId } from "../terms.js";
import type { WaitOptions } from "../types/call.js";
import type { OpenIdClient, OpenIdConfig, OpenIdRedirectResult } from "../types/openid.js";

export { isStagepassError, StagepassError, type StagepassErrorCode, type StagepassErrorFacts } from "../errors.js";
export type * from "../types/call.js";
export type { SessionStorage } from "../types/config.js";
export type * from "../types/diagnosis.js";
export type { Redirecting, Returning } from "../types/oauth.js";
export type * from "../types/openid.js";

const browser = pageWith<OpenIdConfig>({ wasm: fetchedOpenId, js: script });

/**
 * Returns a client of any OAuth 2.0 or OpenID provider. Synchronous, and safe on a server. Throws `config_invalid` for
 * a field that is missing or has the wrong type.
 */
export const oauth = (config: OpenIdConfig): OpenIdClient => createOpenId(browser, checkOpenIdConfig(config));

/**
 * Does the same as `handleRedirect` of a client, for a callback page without one. The transaction has the
 * configuration.
 */
export const handleRedirect = async (url?: string, options?: WaitOptions): Promise<OpenIdRedirectResult> =>
  (await finish<OfOpenId>(browser.core(), { storage: undefined, dpop: browser.dpop }, finishOpenId, url, options))[0];
