import type { ListenOptions } from "../types.js";

/** `<stagepass-button>`: signs the user in and out. */
export interface StagepassButton extends HTMLElement {}

/** `<stagepass-user>`: the signed-in user. */
export interface StagepassUser extends HTMLElement {}

/** `<stagepass-player track="7">`: plays a track. Its members exist while it is on the page. */
export interface StagepassPlayer extends HTMLElement {
  /** The element that plays. Listen to its events, and set its `volume`. */
  readonly audio: HTMLAudioElement;
  /** For tracks whose rule requires a token of your site. See `siteToken` of `tracks.play`. Set it before `track`. */
  siteToken?: ListenOptions["siteToken"];
  /** Plays the track, or continues it. Call it in a click handler. Never rejects: the element shows the reason. */
  play(): Promise<void>;
}
