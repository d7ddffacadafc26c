// Written by `cargo xtask codes` from src/core/error/rest.rs. Do not edit.

/** The titles for the user, for the codes that only the REST calls throw. */
export const TITLES: { readonly [code: string]: string } = {
  access_refused: "You cannot hear this track. Ask its owner for access.",
  forbidden: "You do not have permission for this. Sign in again and allow more, or use another account.",
  not_found: "This was not found. Check the link or reload the page.",
  conflict: "This conflicts with another change. Reload and try again.",
  upload_refused: "The file was not accepted. Choose another file.",
  quota_exceeded: "There is no space for more uploads. Delete one and try again.",
  playback_blocked: "The browser blocked the sound. Press play.",
  playback_failed: "This track cannot be played here. Try another browser.",
  input_invalid: "This input was not accepted. Correct it and try again.",
};
