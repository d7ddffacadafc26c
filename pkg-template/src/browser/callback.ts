import { LOGIN_PREFIX, VERSION } from "../border.gen.js";
import type { StagepassError } from "../errors.js";
import type { OpenIdRedirectResult } from "../types/openid.js";
import type { RedirectResult } from "../types.js";
import { forward } from "./forward.js";
import { addLink } from "./link.js";
import type { LoginRecord } from "./login-record.js";

/** How long the opener has to take the response before the core is loaded, in milliseconds. */
const CORE_LOADS_AFTER = 100;

/**
 * How long the opener has to close this window when the login has ended, in milliseconds. A window that closes while
 * its opener exchanges the code costs that opener 30 ms, because they share a process.
 */
const CLOSES_WITHIN = 1_000;

/** How long a window may take to close, in milliseconds. After that it stays open. */
const CLOSED_WITHIN = 500;

/**
 * Runs a callback page: finishes the login. If the page stays, it shows the result in its `<main>`, if there is one.
 */
export const runCallbackPage = async (): Promise<void> => {
  if (typeof document === "undefined") return;
  // `oauth.diagnose` reads it: a copy of this script may be older than the app's package.
  document.documentElement.dataset.stagepass = VERSION;
  const url = location.href;
  const state = /[?#&]state=(sp1\.[\w.-]+)/.exec(url)?.[1] ?? "";
  // Read now, because the login deletes its record.
  const record = recordOf(state);
  const finished = finish(url, state, record);
  const result = await finished;
  if ("kind" in result && result.kind === "returning") return;
  const place = document.querySelector("main") ?? document.body;
  try {
    // A script of its own, because most logins do not need it.
    (await import("../entry/callback-result.js")).showResult(place, result, state, record);
  } catch {
    place.textContent = "title" in result ? result.title : "You can close this window.";
  }
};

type Result = RedirectResult | OpenIdRedirectResult | StagepassError;

const finish = async (url: string, state: string, record: LoginRecord): Promise<Result> => {
  // The letter is `p` if the login uses a popup: src/core/transaction.rs.
  if (!state.startsWith("sp1.p")) return handle(url, record);
  let isTaken = false;
  // Also while the core loads, and after it has failed: the opener may have been asleep.
  const handedOver = forward(url, state).then(async () => {
    isTaken = true;
    if (opener) await sleep(CLOSES_WITHIN);
    close();
    await sleep(CLOSED_WITHIN);
    return { kind: "handed-over" } as const;
  });
  await Promise.race([handedOver, sleep(CORE_LOADS_AFTER)]);
  return isTaken ? handedOver : Promise.race([handedOver, handle(url, { isOpenId: record.isOpenId })]);
};

/**
 * Loads the core, and leaves the rest to it.
 *
 * @param record The record of a login on a full page, which waits for more: the connection to the service, and the key
 *   of a bound session. All starts at once. Otherwise each would wait for the one before it. Not core.wasm: WebKit does
 *   not use a preload for a `fetch`, and would load it twice.
 */
const handle = async (url: string, { baseUrl, tokenEndpoint, dpop, isOpenId }: LoginRecord): Promise<Result> => {
  if (baseUrl) {
    addLink("preconnect", tokenEndpoint ?? baseUrl);
    if (dpop)
      import("../entry/dpop.js").then(
        ({ prepare }) => prepare({ baseUrl, tokenEndpoint, dpop: dpop === "true" }),
        console.info,
      );
  }
  // Not at the top: a popup whose opener is awake needs no more than this script.
  const { handleRedirect } = await (isOpenId ? import("../entry/oauth.js") : import("../entry/index.js"));
  return handleRedirect(url).catch((error: StagepassError) => error);
};

const sleep = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

/** Returns the login's record. It is empty if there is none, or no storage. */
const recordOf = (state: string): LoginRecord => {
  try {
    return JSON.parse(localStorage[LOGIN_PREFIX + state]) ?? {};
  } catch {
    return {};
  }
};
