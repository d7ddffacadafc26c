import { openTracks as openShared } from "../api/tracks.js";
import { asFile } from "./files.js";

/** Tracks, with pictures as pickers give them. */
export const openTracks: typeof openShared = (...values) => {
  const tracks = openShared(...values);
  return {
    ...tracks,
    setArtwork: async (id, picture, options) => tracks.setArtwork(id, await asFile(picture), options),
  };
};
