import type { OpenApi } from "../api/client.js";
import { openEndSession } from "../api/end-session.js";
import { openShared } from "../api/open.js";
import { asFile } from "./files.js";
import { browserOf } from "./login/browser.js";
import type { NativeConfig } from "./types.js";
import { openUploads } from "./uploads/open.js";

/** The methods of tracks, library and users on a phone: with picked files, and without what needs a page. */
export const open: OpenApi<NativeConfig> = (config, client, Kind) => {
  const { methods, service, wire } = openShared(config, client, Kind);
  const { upload, discardUpload } = openUploads(config.storage, service, wire);
  const unsupported = (message: string) => async () => {
    throw wire.fail("unsupported", { message });
  };
  return {
    ...methods,
    setArtwork: async (id, picture, options) => methods.setArtwork(id, await asFile(picture), options),
    upload: async (file, options) => upload(await asFile(file), options),
    discardUpload,
    play: unsupported(
      "tracks.play needs an audio element: pass the result of tracks.streamUrl(id) to expo-audio or react-native-track-player.",
    ),
    diagnose: unsupported(
      "oauth.diagnose checks a web page, and there is none here: use the list in docs/guides/react-native.md.",
    ),
    // The browser closes when the page returns to the app, or when the user closes it.
    endSession: openEndSession(
      config,
      wire,
      async (address) => (await browserOf(config.browser).open(address, config.redirectUri)).type !== "locked",
      () => config.redirectUri,
    ),
    explain: async () => {},
  };
};
