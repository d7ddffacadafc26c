import type { Track } from "../types.js";

/** How far an arrow key or the system's button moves, in seconds. */
const STEP = 5;

/** The element that plays. The system's controls belong to it. */
let current: HTMLMediaElement | undefined;

/** Moves the position by seconds: by default one step, forward or (-1) backward. */
export const seekBy = (audio: HTMLMediaElement, direction: number, seconds = STEP): void => {
  audio.currentTime = Math.max(0, audio.currentTime + direction * seconds);
};

/** Connects the system's controls (lock screen, headphones, media keys) to this element. Pauses the one before. */
export const takeControls = (audio: HTMLMediaElement, { title, user, artwork }: Track): void => {
  if (current !== audio) current?.pause();
  current = audio;
  const { mediaSession } = navigator;
  if (!mediaSession) return;
  const sizes = ["150x150", "480x480", "1000x1000"] as const;
  const pictures = sizes.flatMap((size) => (artwork?.[size] ? { src: artwork[size], sizes: size } : []));
  mediaSession.metadata = new MediaMetadata({ title, artist: user.name, artwork: pictures });
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", () => audio.play()],
    ["pause", () => audio.pause()],
    ["seekbackward", ({ seekOffset }) => seekBy(audio, -1, seekOffset)],
    ["seekforward", ({ seekOffset }) => seekBy(audio, 1, seekOffset)],
    ["seekto", ({ seekTime = 0 }) => seekBy(audio, 1, seekTime - audio.currentTime)],
  ];
  for (const [action, handler] of actions) {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // An older browser does not have this action.
    }
  }
};

/** Shows the position in the system's controls. */
export const showPosition = (audio: HTMLMediaElement): void => {
  const { duration, currentTime: position, playbackRate } = audio;
  if (audio !== current || !Number.isFinite(duration)) return;
  navigator.mediaSession?.setPositionState?.({ duration, position: Math.min(position, duration), playbackRate });
};

/** Removes the track from the system's controls. */
export const releaseControls = (audio: HTMLMediaElement): void => {
  if (audio !== current) return;
  current = undefined;
  if (navigator.mediaSession) navigator.mediaSession.metadata = null;
};
