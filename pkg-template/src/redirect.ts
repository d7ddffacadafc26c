import { appStateParsed } from "./app-state.js";
import type { Engine } from "./engine.js";
import { coreFor } from "./load.js";
import type { RedirectResult, WaitOptions } from "./types.js";
import { abortable, throwIfAborted } from "./wait.js";

let underWay: { url: string | undefined; result: Promise<RedirectResult> } | undefined;

/**
 * Finishes a login on the callback page. Needs no configuration: the stored login carries it.
 *
 * Calls at the same time share one result: React's StrictMode runs every effect twice, and the second call would find an
 * address that the first has cleaned.
 */
export const handleRedirect = async (
  engine: Engine,
  url?: string,
  { signal }: WaitOptions = {},
): Promise<RedirectResult> => {
  throwIfAborted(signal);
  if (!underWay || underWay.url !== url) {
    const mine = {
      url,
      result: finish(engine, url).finally(() => {
        if (underWay === mine) underWay = undefined;
      }),
    };
    underWay = mine;
  }
  return abortable(underWay.result, signal);
};

const finish = async (engine: Engine, url?: string): Promise<RedirectResult> => {
  const core = await coreFor(engine);
  return appStateParsed(await core.run(() => core.handleRedirect({ url: url ?? location.href })));
};
