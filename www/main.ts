import { type LoginOptions, type Stagepass, type StagepassConfig, stagepass } from "stagepass";
import { element, showError, showStatus, showStored, showUser } from "./view.js";

let client: Stagepass | undefined;
let underWay: AbortController | undefined;

/** Shows how things stand: who is signed in, if anybody. */
async function start(): Promise<void> {
  showStatus("loading", "One moment…");
  try {
    client ??= stagepass(await readConfig());
    if (await client.oauth.isAuthenticated()) return askWho();
    showUser(null);
    showStatus("signed-out");
  } catch (error) {
    showStatus("signed-out");
    showError(error);
  }
}

/** Which service, and as which app: the demo's server says. */
async function readConfig(): Promise<StagepassConfig> {
  const answer = await fetch("/config.json", { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`The demo’s server has no /config.json (${answer.status}).`);
  return answer.json();
}

function login(display: "popup" | "fullScreen"): Promise<void> {
  const chosen = new FormData(element<HTMLFormElement>("options"));
  const words = display === "popup" ? "Waiting for the sign-in window…" : "On the way to the service…";
  return call(words, async ({ oauth }, signal) => {
    const result = await oauth.login({
      scope: chosen.get("scope") as LoginOptions["scope"],
      responseMode: chosen.get("responseMode") as NonNullable<LoginOptions["responseMode"]>,
      display,
      signal,
    });
    if (result.kind === "signed-in") showUser(result.user);
    // The page is leaving: stay busy until it has.
    else await new Promise(() => {});
  });
}

function askWho(): Promise<void> {
  return call("Asking who you are…", async ({ oauth }, signal) => showUser(await oauth.getUser({ signal })));
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
  work: (sp: Stagepass, signal: AbortSignal) => Promise<void>,
  canCancel = true,
): Promise<void> {
  // The configuration could not be read: that comes first.
  if (!client) return start();
  const sp = client;
  const mine = new AbortController();
  underWay?.abort();
  underWay = mine;
  showError(null);
  element("cancel").hidden = !canCancel;
  showStatus("busy", words);
  let failure: unknown = null;
  try {
    const working = work(sp, mine.signal);
    showStored();
    await working;
  } catch (error) {
    failure = error;
  }
  const signedIn = await sp.oauth.isAuthenticated().catch(() => false);
  if (underWay !== mine) return;
  underWay = undefined;
  if (!signedIn) showUser(null);
  showStatus(signedIn ? "signed-in" : "signed-out", signedIn && !failure ? "Signed in." : "");
  showError(failure);
}

element("sign-in-popup").addEventListener("click", () => login("popup"));
element("sign-in-page").addEventListener("click", () => login("fullScreen"));
element("cancel").addEventListener("click", () => underWay?.abort());
element("refresh-user").addEventListener("click", askWho);
element("sign-out").addEventListener("click", logout);

// Another tab signed in or out.
addEventListener("storage", ({ key }) => {
  showStored();
  if ((key === null || key.startsWith("stagepass/session/")) && !underWay) void start();
});
// Back from the service's page, out of the browser's cache: the login that left is over.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  underWay = undefined;
  void start();
});

void start();
