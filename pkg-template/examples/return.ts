import type { Stagepass } from "stagepass";

/** Signs in by full-page redirect, and returns to the track that the user wanted to save; its address says the rest. */
export const signInToSave = (sp: Stagepass, trackId: number) =>
  sp.oauth.login({
    scope: "write",
    display: "fullScreen",
    returnTo: new URL(`/tracks/${trackId}?then=save`, location.href).href,
  });
