import { openFetch } from "./fetch.js";
import type { OwnOptions } from "./glue.js";
import { inBrowser } from "./load.js";
import { type Arrival, arrival } from "./login-result.js";
import type { Load } from "./platform.js";
import { noteArrival, tellPage } from "./session/session.js";
import { tokensOf } from "./session/token.js";
import type { RedirectResult, WaitOptions } from "./types.js";
import { askUser } from "./user.js";
import { abortable, throwIfAborted } from "./wait.js";

let underWay: { url: string | undefined; result: Promise<Arrival<RedirectResult>> } | undefined;

/**
 * Finishes a login on the callback page. Needs no configuration, because the transaction has it. Only a store of the
 * app must be passed, in `own`.
 *
 * Simultaneous calls share one result. React's StrictMode runs every effect twice, and the second call would find no
 * response in the address bar.
 */
export const handleRedirect = async (
  load: Load,
  own: OwnOptions,
  url?: string,
  { signal }: WaitOptions = {},
): Promise<Arrival<RedirectResult>> => {
  throwIfAborted(signal);
  if (!underWay || underWay.url !== url) {
    const mine = {
      url,
      // Read now, because an app's router may change it while the core loads.
      result: finish(load, url ?? (inBrowser ? location.href : ""), own).finally(() => {
        if (underWay === mine) underWay = undefined;
      }),
    };
    underWay = mine;
  }
  return abortable(underWay.result, signal);
};

const finish = async (load: Load, url: string, own: OwnOptions): Promise<Arrival<RedirectResult>> => {
  const core = await load();
  const result = await core.run(() => core.handleRedirect({ url, ...own }));
  if ("login" in result) noteArrival(result, result.kind === "returning");
  if (result.kind !== "none") tellPage();
  // The page may have no client, or one with another configuration than the login's.
  return arrival(result, ({ client, baseUrl }) => askUser(openFetch(tokensOf(core.run, client, own), baseUrl)));
};
