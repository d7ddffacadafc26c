import { LOGIN_PREFIX, VERSION } from "../border.gen.js";
import { handleRedirect } from "../entry/index.js";
import type { StagepassError } from "../errors.js";

/** The `state` of a response. The letter says whether its login uses a popup: src/transaction.rs. */
const STATE = /[?#&]state=(sp1\.([pf])\.[\w-]+)/;

/** How long a window may take to close, in milliseconds. */
const CLOSES_WITHIN = 500;

/**
 * Runs a callback page: finishes the login. If the page stays, it shows the result in its `<main>`, if there is one.
 */
export const runCallbackPage = async (): Promise<void> => {
  if (typeof document === "undefined") return;
  // `oauth.diagnose` reads it: a copy of this script may be older than the app's package.
  document.documentElement.dataset.stagepass = VERSION;
  // Read now: the login removes the response from the address, and its record from the storage.
  const [, state = "", display] = location.href.match(STATE) ?? [];
  const address = returnAddress(state);
  const show = (role: "alert" | "status", words: string) => showResult(role, words, address, display === "p");
  try {
    const { kind } = await handleRedirect();
    if (kind === "none") show("status", "There is no sign-in to finish here.");
    else if (kind === "handed-over") show("status", "You can close this window.");
    else if (kind === "signed-in") show("status", "You are signed in.");
  } catch (thrown) {
    const { title, description, code } = thrown as StagepassError;
    show("alert", `${title}${description ? ` “${description}”` : ""} (${code})`);
  }
};

/**
 * Returns the page that called `login`, or its `returnTo`: the fourth line of the login's record (src/transaction.rs).
 * If it is unknown, or on another origin, this is the origin.
 */
const returnAddress = (state: string): string => {
  try {
    const { origin, href } = new URL(localStorage.getItem(LOGIN_PREFIX + state)?.split("\n")[3] ?? "");
    if (origin === location.origin) return href;
  } catch {
    // There is no record, or no storage.
  }
  return "/";
};

/** Shows everything as text, because the service's message comes from outside. */
const showResult = (role: "alert" | "status", words: string, address: string, isPopup: boolean): void => {
  const place = document.querySelector("main") ?? document.body;
  const paragraph = document.createElement("p");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = `Back to ${location.host}`;
  place.replaceChildren(paragraph, ...(isPopup ? [closeButton()] : []), link);
  paragraph.setAttribute("role", role);
  paragraph.textContent = words;
};

const closeButton = (): HTMLButtonElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Close this window";
  button.onclick = () => {
    close();
    // A browser may keep a window that is no popup, such as a tab from a link.
    setTimeout(() => button.replaceWith("The browser keeps this window open. Close it yourself."), CLOSES_WITHIN);
  };
  return button;
};
