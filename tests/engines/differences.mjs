// Two engines, the same inputs: whether they did the same.

import { inputOf } from "./inputs.mjs";
import { play } from "./play.mjs";

/** How many inputs share an instance, so that each starts with the memory that the earlier ones have left. */
export const BATCH = 100;

/**
 * Plays inputs `from` to `to` (not included) in both engines, each with one instance until it traps.
 *
 * @param {(endings: import("./play.mjs").Ending[], end: string | undefined, index: number) => void} onPlayed
 *   receives how the first engine's calls ended, and its trap, if there was one
 * @returns {Promise<Difference | undefined>} the first difference, at which the comparison ends
 *
 * @typedef {{ index: number, line: number, lines: [string | undefined, string | undefined] }} Difference
 */
export const firstDifference = async (engines, seed, from, to, onPlayed = () => {}) => {
  let pages = engines.map((engine) => engine.open());
  for (let index = from; index < to; index++) {
    const played = [];
    const input = inputOf(seed, index);
    const used = engines.map((engine, which) => pageFor(engine, pages[which], input));
    for (const page of used) played.push(await play(page, input));
    const difference = between(...played.map(({ transcript }) => transcript));
    if (difference) return { index, ...difference };
    onPlayed(played[0].endings, used[0].end(), index);
    if (pages.some((page) => page.isDead())) pages = engines.map((engine) => engine.open());
  }
};

/** An input with another window has its own page, because a page cannot lose or gain its window. */
export const pageFor = (engine, page, input) => (input.page.window ? engine.open(input.page.window) : page);

/** The first line in which two transcripts differ. */
export const between = (one, other) => {
  for (let line = 0; line < Math.max(one.length, other.length); line++) {
    if (one[line] !== other[line]) return { line, lines: [one[line], other[line]] };
  }
};
