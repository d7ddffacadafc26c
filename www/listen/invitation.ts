import { isStagepassError } from "stagepass";
import { element } from "../elements.js";
import { showFailure } from "../failure.js";
import type { Visit } from "../pass/sign-in.js";

let latest: Visit | undefined;

/** Uses the invitation in this page's address (`#invitation=…`), as soon as a user is signed in. */
export async function takeInvitation(visit: Visit): Promise<void> {
  latest = visit;
  const { sp, user } = visit;
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (!user) return say(invitation ? "You have an invitation. Sign in to use it." : "");
  if (!invitation) return;
  try {
    const { name } = await sp.tracks.join(invitation);
    forget();
    say(`You have joined ${name}.`);
  } catch (error) {
    // After another failure, the invitation may work after a reload.
    if (isStagepassError(error) && error.code === "not_found") forget();
    say("");
    showFailure("error", error);
  }
}

/** Takes it out of the address, before that is passed on or becomes a bookmark. */
function forget(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

function say(words: string): void {
  element("invitation").textContent = words;
}

// The link was opened where this page stood already.
addEventListener("hashchange", () => {
  if (latest) void takeInvitation(latest);
});
