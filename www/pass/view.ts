import type { SessionUser } from "stagepass";
import { element, line } from "../elements.js";
import { showPicture } from "../picture.js";
import { storedValues } from "./stored.js";

/** `loading` until the session's status is known, `busy` during a call. */
export type Status = "loading" | "signed-out" | "busy" | "signed-in";

/** Shows where things stand, and says it to who cannot see it. */
export function showStatus(status: Status, words = ""): void {
  const focused = document.activeElement;
  document.body.dataset.status = status;
  element("status").textContent = words;
  showStored();
  // The pressed button may be gone, and with it the focus of a keyboard user.
  if (focused && focused !== document.body && !focused.checkVisibility()) {
    const next = element(status === "busy" && !element("cancel").hidden ? "cancel" : "headline");
    next.focus();
  }
}

/** Shows the signed-in user on the pass. Null if signed out. */
export function showUser(user: SessionUser | null): void {
  element("user").hidden = !user;
  element("blank").hidden = !!user;
  element("headline").textContent = user ? "You're in." : "Your name is on the list.";
  element("lead").textContent = user
    ? "The session is stored in this browser. If you reload the page, you stay signed in."
    : "Sign in with your music account. Your password stays with the service; this page never sees it.";
  element("name").textContent = user?.name ?? "";
  element("handle").textContent = user ? `@${user.handle}` : "";
  element("initial").textContent = [...(user?.name ?? "")][0]?.toUpperCase() ?? "";
  element("user-id").textContent = user ? `No. ${user.userId}` : "";
  element("verified").hidden = !user?.verified;
  showPicture(element<HTMLImageElement>("picture"), user?.profilePicture);
}

/** Shows what this browser keeps. */
export function showStored(): void {
  const values = storedValues();
  if (!values.length) {
    element("stored").replaceChildren(line("p", "Nothing."));
    return;
  }
  const list = document.createElement("dl");
  for (const [key, shown] of values) list.append(line("dt", key), line("dd", shown));
  element("stored").replaceChildren(list);
}
