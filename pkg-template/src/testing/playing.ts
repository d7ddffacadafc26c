import type { Playback } from "../types.js";

const onElements = new WeakMap<object, () => void>();

/** The element gets its address, and is not made to play: where tests run there is seldom one that can. */
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
