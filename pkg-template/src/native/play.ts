import type { openPlayer as openShared } from "../api/play.js";

/** There is no audio element on a phone. */
export const openPlayer: typeof openShared =
  (_addressOf, { fail }) =>
  async () => {
    throw fail("unsupported", {
      message:
        "tracks.play needs an audio element: give what tracks.streamUrl(id) comes to to expo-audio or react-native-track-player.",
    });
  };
