import type { Stagepass } from "stagepass";

/** Signs in by full-page redirect, and returns to the page of the track. */
export const signInToSave = (sp: Stagepass, trackId: number) =>
  sp.oauth.login({
    scope: "write",
    display: "redirect",
    returnTo: `/tracks/${trackId}`,
    appState: { save: trackId },
  });

/** Saves the track when the user is back. Call it right after `stagepass(config)`, on each page. */
export const saveAfterSignIn = (sp: Stagepass) =>
  sp.on("signed-in", ({ appState }) => {
    const { save } = (appState ?? {}) as { save?: number };
    if (save) sp.library.save(save).catch(console.error);
  });
