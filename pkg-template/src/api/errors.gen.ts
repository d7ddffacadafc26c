// Written by `cargo xtask codes` from src/error/rest.rs. Do not edit.

/** What happened and what to do next, for the codes that this half of the package alone throws. */
export const MESSAGES: { readonly [code: string]: string } = {
  access_refused: "Access to this track was not given.",
  forbidden: "This is not allowed.",
  not_found: "This does not exist, or no longer.",
  conflict: "This cannot be done now: something else stands against it.",
  upload_refused: "The file was not accepted.",
  quota_exceeded: "There is no room for more uploads. Delete one and try again.",
  playback_blocked: "The browser did not let the music begin. Press play.",
  playback_failed: "This track cannot be played here.",
};
