import { ALWAYS } from "../request-defaults.js";
import { OF_NODE } from "./failure.js";
import { object } from "./track.js";
import type { Wire } from "./wire.js";

/** The path of a waveform is that of the audio, and one more segment. A signature in the query is for both. */
const waveformOf = (streamUrl: string) => streamUrl.replace(/\?|$/, "/waveform$&");

/** Requests the waveform of the audio at `streamUrl`. */
export const fetchWaveform = (streamUrl: string, wire: Wire, signal?: AbortSignal): Promise<number[]> =>
  wire.within(signal, async (ending) => {
    const answer = await fetch(waveformOf(streamUrl), { ...ALWAYS, signal: ending });
    // A node of another service has no waveforms.
    if (answer.status === 404) return [];
    const { peaks } = object(wire, await wire.json(answer, OF_NODE));
    if (!Array.isArray(peaks) || !peaks.every((peak) => peak >= 0 && peak <= 255)) throw wire.fail("bad_response");
    return peaks;
  });
