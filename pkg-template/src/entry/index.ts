import { fetched } from "../browser/fetched.js";
import { browserWith } from "../browser/platform.js";
import { script } from "../browser/script.js";
import { createStagepass } from "../client.js";
import { checkConfig } from "../config.js";
import { handleRedirect as finish, finishStagepass } from "../redirect.js";
import type { RedirectResult, Stagepass, StagepassConfig, WaitOptions } from "../types.js";

export { isStagepassError, StagepassError, type StagepassErrorCode, type StagepassErrorFacts } from "../errors.js";
export type * from "../types.js";

const browser = browserWith({ wasm: fetched, js: script });

/**
 * Returns a client. Synchronous, and safe on a server. Throws `config_invalid` for a field that is missing or has the
 * wrong type.
 */
export const stagepass = (config: StagepassConfig): Stagepass => createStagepass(browser, checkConfig(config));

/**
 * Does the same as `oauth.handleRedirect`, for a callback page without a client. The transaction has the configuration.
 */
export const handleRedirect = async (url?: string, options?: WaitOptions): Promise<RedirectResult> =>
  (await finish(browser.core(), { storage: undefined, dpop: browser.dpop }, finishStagepass, url, options))[0];
