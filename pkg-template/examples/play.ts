import { isStagepassError, type Stagepass } from "stagepass";

/** Plays a track, or returns why it cannot be played. Call it in a click handler. */
export async function play(sp: Stagepass, audio: HTMLAudioElement, trackId: number): Promise<string> {
  try {
    const playback = await sp.tracks.play(audio, trackId);
    playback.finished.catch((error) => console.error(error));
    return "Playing.";
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    if (error.code !== "access_refused") return error.title;
    return error.description ?? error.title;
  }
}
