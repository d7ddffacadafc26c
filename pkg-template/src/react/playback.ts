import { type RefObject, useEffect, useRef, useState } from "react";
import type { StagepassError } from "../errors.js";
import type { ListenOptions } from "../types.js";
import { useStagepass } from "./provider.js";

/** The playback of a component. */
export interface PlaybackState {
  /** The ref of the `<audio>` element that plays. */
  readonly ref: RefObject<HTMLAudioElement | null>;
  /** The track that was last passed to {@link PlaybackState.play}. */
  readonly trackId: number | undefined;
  /** Whether the track is still being opened. Whether it plays, the element's own events say. */
  readonly isLoading: boolean;
  /** Why the track does not play, or cannot continue. */
  readonly error: StagepassError | undefined;
  /** Plays a track in place of the one before. Call it in a click handler. Never rejects: see `error`. */
  readonly play: (trackId: number, options?: Omit<ListenOptions, "signal">) => Promise<void>;
  /** Stops playback. */
  readonly stop: () => void;
}

/**
 * Returns the playback of this component, for a client of `stagepass()` in a browser. Pass `ref` to an `<audio>`
 * element. Playback stops if the component is removed.
 */
export const usePlayback = (): PlaybackState => {
  const { tracks } = useStagepass();
  const ref = useRef<HTMLAudioElement>(null);
  const current = useRef<AbortController>(null);
  const [state, setState] = useState<Pick<PlaybackState, "trackId" | "isLoading" | "error">>(STOPPED);
  const stop = () => {
    current.current?.abort();
    current.current = null;
    setState(STOPPED);
  };
  useEffect(() => () => current.current?.abort(), []);
  const play: PlaybackState["play"] = async (trackId, options) => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    const show = (isLoading: boolean, error?: StagepassError) => {
      if (current.current === own) setState({ trackId, isLoading, error });
    };
    show(true);
    try {
      const { finished } = await tracks.play(ref.current as HTMLAudioElement, trackId, {
        ...options,
        signal: own.signal,
      });
      show(false);
      await finished;
    } catch (error) {
      show(false, error as StagepassError);
    }
  };
  return { ref, ...state, play, stop };
};

const STOPPED = { trackId: undefined, isLoading: false, error: undefined };
