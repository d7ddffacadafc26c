import { addedParameters } from "../added-parameters.js";
import { fromPage } from "../address.js";
import { MISSING } from "../border.gen.js";
import { invalid } from "../errors.js";
import type { CoreLogin, OwnOptions } from "../glue.js";
import { inBrowser } from "../load.js";
import { appStateText, arrival } from "../login-result.js";
import type { Load, Platform } from "../platform.js";
import type { Kind, OfStagepass, Terms } from "../terms.js";
import type { LoginOptions, WaitOptions } from "../types.js";
import type { ClientConfig } from "./config.js";
import type { Status } from "./status.js";

/** The time after which a login that has not ended is explained, in milliseconds. */
export const SLOW = 10_000;

/**
 * Returns the method `login`.
 *
 * @param ask Requests the user, if the login has not brought the profile.
 * @param explain Writes why a login does not end.
 */
export const loginOf =
  <Config extends ClientConfig, K extends Kind = OfStagepass>(
    platform: Pick<Platform<Config>, "login">,
    config: Config,
    own: OwnOptions,
    load: Load,
    { session, use }: Status<K>,
    terms: Terms<K>,
    ask: ((options: WaitOptions) => Promise<K["user"]>) | undefined,
    explain: () => void,
  ) =>
  async ({ signal, ...options } = {} as LoginOptions): Promise<K["login"]> => {
    if (!config.redirectUri) throw invalid("config_invalid", "redirectUri", MISSING);
    const given = {
      ...options,
      appState: appStateText(options.appState),
      returnTo: fromPage(options.returnTo),
      parameters: addedParameters(options),
    };
    const work = platform.login(load(signal), { ...config, ...options }, (core, opened) =>
      use(core, async () => {
        const ended = await core.login(config, { ...given, ...opened, signal, ...own });
        // Only remembered: `use` reads the session afterwards.
        session.arrive(ended as CoreLogin);
        return ended;
      }),
    );
    const slow = inBrowser ? setTimeout(explain, SLOW) : 0;
    // Not before the popup is open.
    if (config.dpop) own.dpop?.load().then(({ prepare }) => prepare(config, signal), console.info);
    const ended = await work.finally(() => clearTimeout(slow));
    const [result, failure] = await arrival<K["login"], K>(ended, terms, ask && (() => ask({ signal })));
    if ("user" in result && result.user) session.identify((ended as CoreLogin).login, result.user);
    session.report(failure);
    return result;
  };
