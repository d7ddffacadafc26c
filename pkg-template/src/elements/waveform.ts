import type { Track } from "../types.js";
import { draw } from "./dom.js";

/** A track with the peaks (0 to 1) of its audio, if the service has them. */
type Drawn = Track & { readonly waveform?: readonly number[] };

/** Returns the bars of a waveform, a bar for each peak. Nothing if the track has no waveform. */
export const drawWaveform = (track: Drawn | undefined): Node[] => {
  const { waveform } = track ?? {};
  if (!waveform?.length) return [];
  const path = waveform.map((peak, index) => `M${index + 0.5} ${50 - 48 * peak}v${96 * peak}`).join("");
  const bars = draw(path, `0 0 ${waveform.length} 100`);
  bars.setAttribute("part", "waveform");
  bars.setAttribute("preserveAspectRatio", "none");
  return [bars];
};
