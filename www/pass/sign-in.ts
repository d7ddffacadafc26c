import { type LoginOptions, type SessionUser, type Stagepass, stagepass } from "stagepass";
import { readConfig } from "../config.js";
import { element } from "../elements.js";
import { showFailure } from "../failure.js";
import { showStatus, showStored, showUser } from "./view.js";

/** The page's user from one sign-in or sign-out to the next. */
export interface Visit {
  sp: Stagepass;
  user: SessionUser | null;
  seededTracks: number[];
}

let site: Omit<Visit, "user"> | undefined;
let underWay: AbortController | undefined;
let notify: (visit: Visit) => void = () => {};
let notifiedUser: number | null | undefined;

/** Takes care of signing in and out. `listener` hears who is here as soon as that is known, and when it has changed. */
export function startSignIn(listener: (visit: Visit) => void): void {
  notify = listener;
  element("sign-in-popup").addEventListener("click", () => login("popup"));
  element("sign-in-page").addEventListener("click", () => login("fullScreen"));
  element("cancel").addEventListener("click", () => underWay?.abort());
  element("refresh-user").addEventListener("click", askWho);
  element("sign-out").addEventListener("click", logout);

  // Back from the service's page, out of the browser's cache: the login that left is over.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    underWay = undefined;
    settle();
  });
  void start();
}

async function start(): Promise<void> {
  showStatus("loading", "One moment…");
  try {
    const { config, ...more } = await readConfig();
    const sp = stagepass(config);
    site = { sp, ...more };
    // Also for a sign-in or sign-out in another tab.
    sp.oauth.session.subscribe(() => settle());
    sp.on("refreshed", showStored);
    await sp.ready();
    // What was known before the core had loaded is no change.
    settle();
  } catch (error) {
    showStatus("signed-out");
    showFailure("error", error);
  }
}

/**
 * Shows the session's status, and asks the service for the user if necessary. Does nothing during a call, because that
 * shows the status when it ends.
 */
function settle(failure: unknown = null): void {
  showStored();
  if (!site || underWay) return;
  const { status, user } = site.sp.oauth.session.get();
  if (status === "signed-in" && !user && failure === null) return void askWho();
  // If the service could not return the user, the page shows none, although the session is signed in.
  welcome(user ?? null);
  const words = {
    loading: "",
    "signed-in": "Signed in.",
    "signed-out": "",
    expired: "The service has ended the session.",
  };
  showStatus(status === "signed-in" ? status : "signed-out", failure === null ? words[status] : "");
}

function login(display: "popup" | "fullScreen"): Promise<void> {
  const chosen = new FormData(element<HTMLFormElement>("options"));
  const words = display === "popup" ? "Waiting for the sign-in window…" : "Opening the sign-in page…";
  return call(words, async ({ oauth }, signal) => {
    const result = await oauth.login({
      scope: chosen.get("scope") as LoginOptions["scope"],
      responseMode: chosen.get("responseMode") as NonNullable<LoginOptions["responseMode"]>,
      display,
      signal,
    });
    // The page is leaving: stay busy until it has.
    if (result.kind === "redirecting") await new Promise(() => {});
  });
}

function askWho(): Promise<void> {
  return call("Loading your profile…", ({ oauth }, signal) => oauth.getUser({ signal }));
}

function logout(): Promise<void> {
  return call("Signing out…", ({ oauth }) => oauth.logout(), false);
}

/**
 * Runs one call: busy meanwhile, then as things stand, with the error if there was one.
 *
 * `work` begins before anything is awaited: the browser opens a window only in the click itself.
 */
async function call(
  words: string,
  work: (sp: Stagepass, signal: AbortSignal) => Promise<unknown>,
  canCancel = true,
): Promise<void> {
  // The configuration could not be read: that comes first.
  if (!site) return start();
  const { sp } = site;
  const started = new AbortController();
  underWay?.abort();
  underWay = started;
  showFailure("error", null);
  element("cancel").hidden = !canCancel;
  showStatus("busy", words);
  let failure: unknown = null;
  try {
    const working = work(sp, started.signal);
    showStored();
    await working;
  } catch (error) {
    failure = error;
  }
  if (underWay !== started) return;
  underWay = undefined;
  settle(failure);
  showFailure("error", failure);
}

function welcome(user: SessionUser | null): void {
  showUser(user);
  const id = user?.userId ?? null;
  if (!site || notifiedUser === id) return;
  notifiedUser = id;
  notify({ ...site, user });
}
