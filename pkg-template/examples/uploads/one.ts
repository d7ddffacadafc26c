import { isStagepassError, type Stagepass, type Upload } from "stagepass";

/** Uploads a file, or resumes its upload. Returns null if the user stopped it. They can resume it later. */
export async function upload(
  sp: Stagepass,
  file: File,
  bar: HTMLProgressElement,
  stop: AbortSignal,
): Promise<Upload | null> {
  try {
    return await sp.tracks.upload(file, {
      signal: stop,
      onProgress({ sent, total, resumedFrom, secondsLeft }) {
        bar.max = total;
        bar.value = sent;
        bar.title = [
          ...(resumedFrom ? ["Goes on where it was."] : []),
          ...(secondsLeft === undefined ? [] : [`${Math.ceil(secondsLeft)} s left`]),
        ].join(" ");
      },
    });
  } catch (error) {
    if (isStagepassError(error) && error.code === "aborted") return null;
    throw error;
  }
}
