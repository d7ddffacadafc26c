import type { Track } from "../types.js";
import { draw, make } from "./dom.js";
import { seekBy, showPosition } from "./media-session.js";
import { textOf } from "./texts.js";
import { drawWaveform } from "./waveform.js";

const PLAY = "M8 5v14l11-7z";
const PAUSE = "M7 5h4v14H7zM13 5h4v14h-4z";

/** The direction of the arrow keys, which is the same in every language. */
const ARROWS: { [key: string]: number } = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Returns the button to play and pause, and the position with its times. They follow the events of `audio`. */
export const openControls = (host: HTMLElement, audio: HTMLAudioElement, title: Element, play: () => unknown) => {
  let track: Track | undefined;
  const symbol = draw(PLAY);
  // "Play First light": a list of all buttons of a page has several.
  const toggle = () => (audio.paused ? play() : audio.pause());
  const name = { type: "button", id: "play", "aria-labelledby": `play ${title.id}`, onclick: toggle };
  const button = make("button", "play", name, symbol);
  const seek = make("input", "position", { type: "range", min: "0", step: "any" });
  const elapsed = make("span", "time");
  const total = make("span", "time");
  const slot = make("span", "seek", {}, seek);
  const transport = make("div", "transport", {}, elapsed, slot, total);

  const tick = () => {
    const { currentTime, duration } = audio;
    const end = Number.isFinite(duration) ? duration : (track?.duration ?? 0);
    seek.max = String(end || 1);
    seek.value = String(currentTime);
    elapsed.textContent = clock(currentTime);
    total.textContent = clock(end);
    seek.setAttribute("aria-valuetext", `${clock(currentTime)} / ${clock(end)}`);
  };

  const show = () => {
    button.setAttribute("aria-label", textOf(host, audio.paused ? "play" : "pause"));
    symbol.firstElementChild?.setAttribute("d", audio.paused ? PLAY : PAUSE);
    seek.disabled = !audio.src;
    seek.setAttribute("aria-label", textOf(host, "position"));
    tick();
  };

  for (const event of ["play", "pause", "ended", "emptied"]) audio.addEventListener(event, show);
  for (const event of ["timeupdate", "durationchange"]) audio.addEventListener(event, tick);
  for (const event of ["playing", "seeked", "ratechange"]) audio.addEventListener(event, () => showPosition(audio));
  seek.oninput = () => {
    audio.currentTime = Number(seek.value);
  };
  const onKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const isPress = event.target === seek && (event.key === " " || event.key === "Enter");
    if (event.altKey || event.ctrlKey || event.metaKey || !(isPress || (arrow && audio.src))) return;
    event.preventDefault();
    if (!arrow) return void toggle();
    seekBy(audio, arrow);
    tick();
  };
  button.onkeydown = seek.onkeydown = onKey;

  return {
    button,
    transport,
    focus: () => button.focus(),
    /** Draws a waveform behind the position. */
    draw: (peaks: readonly number[]) => slot.replaceChildren(...drawWaveform(peaks), seek),
    /** Shows a track, and whether it is being opened. */
    render(next: Track | undefined, isOpening: boolean) {
      track = next;
      button.setAttribute("aria-busy", String(isOpening));
      show();
    },
  };
};

/** Returns minutes and seconds, such as `3:07`. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
