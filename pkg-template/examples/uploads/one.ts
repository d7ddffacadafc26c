import { isStagepassError, type Stagepass, type Upload } from "stagepass";

/** Uploads a file, or goes on with it. Null: the listener stopped it, and may go on later. */
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
