import type { Api } from "../api/client.js";
import type { StagepassError } from "../errors.js";
import { inBrowser } from "../load.js";
import type { ClientConfig } from "./config.js";
import { SLOW } from "./login.js";

/** Returns whether this page is on a developer's machine. */
const inDevelopment = (): boolean => /^http:|localhost:/.test(location.origin);

/** Returns the function that, in development, has the other script write to the console why a login does not end. */
export const explainer =
  (loadApi: () => Promise<Pick<Api, "explain">>) =>
  (isResponse?: boolean): void => {
    if (inDevelopment()) {
      loadApi()
        .then((api) => api.explain(isResponse))
        .catch(console.info);
    }
  };

/** Writes to the console what is wrong with a new client. */
export const checkNewClient = (
  config: ClientConfig,
  explain: (isResponse: boolean) => void,
  ready: () => Promise<unknown>,
): void => {
  if (!inBrowser) return;
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
};
