import { handleRedirect } from "../entry/index.js";
import type { StagepassError } from "../errors.js";

/**
 * Does all that a callback page has to do: finishes the login, and where the page then stays, says how it ended, in its
 * `<main>` if it has one.
 */
export const runCallbackPage = async (): Promise<void> => {
  if (typeof document === "undefined") return;
  try {
    const { kind } = await handleRedirect();
    if (kind === "none") show("status", "There is no sign-in to finish here.");
    else if (kind === "handed-over") show("status", "You can close this window.");
    else if (kind === "signed-in") show("status", "You are signed in.");
  } catch (thrown) {
    const { message, description, code } = thrown as StagepassError;
    show("alert", `${message}${description ? ` “${description}”` : ""} (${code})`);
  }
};

/** Only ever as text: the service's words about a failure come from outside. */
const show = (role: "alert" | "status", words: string): void => {
  const place = document.querySelector("main") ?? document.body;
  const paragraph = document.createElement("p");
  const link = document.createElement("a");
  link.href = "/";
  link.textContent = "Continue";
  place.replaceChildren(paragraph, link);
  paragraph.setAttribute("role", role);
  paragraph.textContent = words;
};
