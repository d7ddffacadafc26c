// A login on a phone: the core's full-page login in a browser inside the app, and its response by any way.

import { LOGIN_PREFIX } from "../../border.gen.js";
import { StagepassError } from "../../errors.js";
import type { CoreResult, Host } from "../../glue.js";
import type { Core } from "../../load.js";
import { abortable, throwIfAborted } from "../../wait.js";
import type { Store } from "../storage/store.js";
import type { AuthBrowser } from "../types.js";
import type { Answers } from "./answers.js";
import { attempt } from "./browser.js";
import { type ShownLogin, show } from "./show.js";

/** The parts that a login needs besides its options. */
export interface Setting {
  host: Host;
  store: Store;
  answers: Answers;
  browser: AuthBrowser;
}

type Options = Parameters<Core["login"]>[1];

/**
 * Signs the user in. Rejects with the codes of `oauth.login`, and with `unsupported` for an option that needs a page.
 */
export const signIn = async (core: Core, config: object, options: Options, setting: Setting): Promise<CoreResult> => {
  const { answers, browser } = setting;
  const { signal } = options;
  refuseWhatNeedsAPage(options);
  throwIfAborted(signal);
  attempt(() => browser.warmUp?.());
  const kept = { state: "" };
  try {
    const login = await begin(core, config, options, setting, kept);
    const url = await show(login);
    const result = await abortable(answers.finish(core, url, signal), signal);
    if (result.kind === "none") throw new StagepassError("callback_invalid");
    return result;
  } catch (error) {
    if (kept.state && isFinal(error as StagepassError)) await answers.abandon(kept.state);
    throw error;
  } finally {
    attempt(() => browser.coolDown?.());
  }
};

/**
 * Returns whether a late response must not sign in any more. A user who only closed the browser may return by a link.
 */
const isFinal = ({ code }: StagepassError) => code === "aborted" || code === "timeout";

/**
 * Makes the core store the transaction, so that it outlives the app. Returns the URL to open.
 *
 * @param kept Called with its state before that.
 */
const begin = async (
  core: Core,
  config: object,
  options: Options,
  { host, store, answers, browser }: Setting,
  kept: { state: string },
): Promise<ShownLogin> => {
  let address = "";
  const own: Host = {
    ...host,
    write(area, key, value) {
      if (key.startsWith(LOGIN_PREFIX)) kept.state = key.slice(LOGIN_PREFIX.length);
      return host.write(area, key, value);
    },
    open(url) {
      address = url;
    },
  };
  const { display = "fullScreen", responseMode = "query", ...rest } = options;
  const request = { ...rest, display, responseMode, host: own };
  await core
    .run(() => core.login(config, request))
    .catch((error) => {
      throw inPhonesWords(error, store);
    });
  throwIfAborted(options.signal);
  const { redirectUri } = config as { redirectUri: string };
  return { address, state: kept.state, redirectUri, browser, answers, signal: options.signal };
};

/** Returns the error, with a title for phones if the usual one is about a browser. */
const inPhonesWords = (error: StagepassError, { lastError }: Store): StagepassError => {
  if (error.code !== "storage_unavailable") return error;
  const title = "The app could not store the sign-in. Try again.";
  const message = "The app's storage did not store the sign-in. Read the cause, and try again.";
  return new StagepassError(error.code, { title, message, cause: lastError });
};

const refuseWhatNeedsAPage = ({ display, returnTo }: { [option: string]: unknown }): void => {
  const message =
    display === "popup"
      ? "There are no popups on a phone: leave display out."
      : returnTo !== undefined && returnTo !== null
        ? "There is no page to return to on a phone: leave returnTo out, and pass what to go on with as appState."
        : undefined;
  if (message) throw new StagepassError("unsupported", { message });
};
