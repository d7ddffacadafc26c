import { isStagepassError, type Stagepass } from "stagepass";

/** Adds sign-in to a button, and shows the result in `line`. Returns a function that removes both listeners. */
export function showSignIn(sp: Stagepass, button: HTMLButtonElement, line: HTMLElement): () => void {
  const say = (words: string) => {
    line.textContent = words;
  };
  const signIn = async () => {
    try {
      const result = await sp.oauth.login({ scope: "read", fallback: "redirect" });
      if (result.kind === "signed-in") say(`Hello, ${result.user?.name ?? "listener"}.`);
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      say(error.code === "popup_closed" ? "Not signed in." : error.title);
    }
  };
  button.addEventListener("click", signIn);
  // Also what comes late: from a window that was given up, or from another tab.
  const off = sp.on("signed-in", () => say("Signed in."));
  return () => {
    button.removeEventListener("click", signIn);
    off();
  };
}
