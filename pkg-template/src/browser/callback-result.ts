import type { StagepassError } from "../errors.js";
import type { RedirectResult } from "../types.js";
import type { LoginRecord } from "./login-record.js";

/** How long a window may take to close, in milliseconds. */
const CLOSES_WITHIN = 500;

/**
 * Shows the result of a login on a callback page that stays, and a link to the page that called `login`. A popup with
 * an error also has a button that closes it.
 */
export const showResult = (
  place: HTMLElement,
  result: Pick<RedirectResult, "kind"> | StagepassError,
  state: string,
  { returnTo, clientId, isRegistered }: LoginRecord,
): void => {
  const outcome = document.createElement("div");
  const heading = document.createElement("h1");
  const link = document.createElement("a");
  link.href = returnAddress(returnTo);
  link.textContent = `Back to ${(isRegistered === false && clientId) || location.host}`;
  const isError = !("kind" in result);
  // The letter is `p` if the login uses a popup: src/core/transaction.rs.
  place.replaceChildren(outcome, ...(isError && state.startsWith("sp1.p") ? [closeButton()] : []), link);
  outcome.setAttribute("role", isError ? "alert" : "status");
  document.title = heading.textContent = isError ? result.title : RESULTS[result.kind];
  outcome.append(heading, ...(isError ? [details(result)] : []));
};

const RESULTS: Record<RedirectResult["kind"], string> = {
  none: "There is no sign-in to finish here.",
  "handed-over": "You can close this window.",
  "signed-in": "You are signed in.",
  returning: "One moment…",
};

/** Returns what the service says about the error, and the error's code, in small print. */
const details = ({ description, code }: StagepassError): HTMLElement => {
  const element = document.createElement("small");
  // Only as text, because the service's message comes from outside.
  element.textContent = `${description ? `“${description}” ` : ""}(${code})`;
  return element;
};

/** Returns the page at which the login ends. The origin's first page if it is unknown, or on another origin. */
const returnAddress = (address?: string): string => (address?.startsWith(`${location.origin}/`) ? address : "/");

const closeButton = (): HTMLButtonElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Close this window";
  button.onclick = () => {
    close();
    // A browser may keep a window that no script has opened.
    setTimeout(() => button.replaceWith("The browser keeps this window open. Close it yourself."), CLOSES_WITHIN);
  };
  return button;
};
