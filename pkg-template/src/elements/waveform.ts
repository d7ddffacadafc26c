import { draw } from "./dom.js";

/** Returns the bars of a waveform, as high as the control allows for the loudest. Nothing without peaks. */
export const drawWaveform = (peaks: readonly number[]): Node[] => {
  if (!peaks.length) return [];
  const most = Math.max(...peaks, 1);
  const bar = (peak: number, index: number) => `M${index + 0.5} ${50 - (50 * peak) / most}v${(100 * peak) / most}`;
  const bars = draw(peaks.map(bar).join(""), `0 0 ${peaks.length} 100`);
  bars.setAttribute("part", "waveform");
  bars.setAttribute("preserveAspectRatio", "none");
  return [bars];
};
