import type { Stagepass } from "stagepass";

/** Signs in by the page itself, and comes back to the track that the user wanted to save. The address says what to do then. */
export const signInToSave = (sp: Stagepass, trackId: number) =>
  sp.oauth.login({
    scope: "write",
    display: "fullScreen",
    returnTo: new URL(`/tracks/${trackId}?then=save`, location.href).href,
  });
