import { VERSION } from "../border.gen.js";
import { handleRedirect } from "../entry/index.js";
import type { StagepassError } from "../errors.js";

/**
 * Runs a callback page: finishes the login. If the page stays, it shows the result in its `<main>`, if there is one.
 */
export const runCallbackPage = async (): Promise<void> => {
  if (typeof document === "undefined") return;
  // `oauth.diagnose` reads it: a copy of this script may be older than the app's package.
  document.documentElement.dataset.stagepass = VERSION;
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

/** Only as text, because the service's message comes from outside. */
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
