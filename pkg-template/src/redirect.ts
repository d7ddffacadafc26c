import { openFetch } from "./fetch.js";
import type { CoreResult, OwnOptions } from "./glue.js";
import { type Core, inBrowser } from "./load.js";
import { type Arrival, arrival } from "./login-result.js";
import type { Load } from "./platform.js";
import { noteArrival, notifyPage } from "./session/session.js";
import { tokensOf } from "./session/token.js";
import { type Kind, type OfStagepass, TERMS } from "./terms.js";
import type { WaitOptions } from "./types.js";
import { askUser } from "./user.js";
import { abortable, throwIfAborted } from "./wait.js";

let underWay: { url: string | undefined; result: Promise<Arrival<unknown>> } | undefined;

/**
 * Finishes a login on the callback page. Needs no configuration, because the transaction has it. Only a store of the
 * app must be passed, in `own`.
 *
 * Simultaneous calls share one result. React's StrictMode runs every effect twice, and the second call would find no
 * response in the address bar.
 */
export const handleRedirect = async <K extends Kind = OfStagepass>(
  load: Load,
  own: OwnOptions,
  finish: Finish<K>,
  url?: string,
  { signal }: WaitOptions = {},
): Promise<Arrival<K["redirect"]>> => {
  throwIfAborted(signal);
  if (!underWay || underWay.url !== url) {
    const started = {
      url,
      // Read now, because an app's router may change it while the core loads.
      result: run(load, url ?? (inBrowser ? location.href : ""), own, finish).finally(() => {
        if (underWay === started) underWay = undefined;
      }),
    };
    underWay = started;
  }
  return abortable(underWay.result as Promise<Arrival<K["redirect"]>>, signal);
};

/** Converts the core's result, as [`arrival`](./login-result.ts) does. */
export type Finish<K extends Kind = OfStagepass> = (
  core: Core,
  result: CoreResult,
  own: OwnOptions,
) => Promise<Arrival<K["redirect"]>>;

/** The page may have no client, or one with another configuration than the login's. So the user is asked for here. */
export const finishStagepass: Finish = (core, result, own) =>
  arrival(result, TERMS, ({ client, baseUrl }) => askUser(openFetch(tokensOf(core.run, client, own), baseUrl)));

const run = async <K extends Kind>(load: Load, url: string, own: OwnOptions, finish: Finish<K>) => {
  const core = await load();
  const result = await core.run(() => core.handleRedirect({ url, ...own }));
  if ("login" in result) noteArrival(result, result.kind === "returning");
  if (result.kind !== "none") notifyPage();
  return finish(core, result, own);
};
