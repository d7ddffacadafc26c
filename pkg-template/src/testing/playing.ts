import type { Playback } from "../types.js";

const onElements = new WeakMap<object, () => void>();

/** Sets the element's URL, and does not play it, because test environments can rarely play audio. */
export const playing = (audio: HTMLMediaElement, address: string, signal?: AbortSignal): Playback => {
  onElements.get(audio)?.();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stop = () => {
    if (onElements.get(audio) === stop) {
      onElements.delete(audio);
      audio.removeAttribute?.("src");
    }
    signal?.removeEventListener("abort", stop);
    finish();
  };
  onElements.set(audio, stop);
  audio.src = address;
  signal?.addEventListener("abort", stop);
  return { stop, finished };
};
