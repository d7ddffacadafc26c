// Many inputs, on all cores of this machine.

import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { BATCH, firstDifference } from "./differences.mjs";
import { bothEngines } from "./engine.mjs";

/**
 * Plays `inputs` inputs of `seed` in both engines of the core in `folder`.
 *
 * In workers, also because unhandled rejections are part of the comparison, and would fail a test in the same process.
 *
 * @param {{ seed: string, inputs: number, folder?: string }} what
 * @returns {Promise<{ endings: Map<string, number>, differences: object[], traps: object[] }>} how often calls ended
 *   how, the first difference of each worker, by its input's number, and each trap; `replay` is the range that shows it
 *   in a fresh instance
 */
export const fuzz = async ({ seed, inputs, folder }) => {
  const workers = Math.min(availableParallelism(), 4, Math.ceil(inputs / BATCH));
  const outcomes = await Promise.all(
    Array.from({ length: workers }, (_, first) => inWorker({ seed, inputs, folder, first, workers })),
  );
  const endings = new Map();
  for (const [ending, count] of outcomes.flatMap((outcome) => [...outcome.endings])) {
    endings.set(ending, (endings.get(ending) ?? 0) + count);
  }
  const differences = outcomes.flatMap(({ difference }) => difference ?? []);
  const inOrder = (list) => list.sort((one, other) => one.index - other.index);
  return { endings, differences: inOrder(differences), traps: inOrder(outcomes.flatMap(({ traps }) => traps)) };
};

const inWorker = (work) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: work });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("a worker ended without a word")));
  });

/** Every `workers`th batch, up to the first difference. */
const work = async ({ seed, inputs, folder, first, workers }) => {
  const engines = await bothEngines(folder);
  const endings = new Map();
  const traps = [];
  const count = (from) => (ended, end, index) => {
    if (end !== undefined) traps.push({ index, end, replay: `${from}-${index}` });
    for (const ending of ended) {
      const name = inWords(ending);
      endings.set(name, (endings.get(name) ?? 0) + 1);
    }
  };
  for (let from = first * BATCH; from < inputs; from += workers * BATCH) {
    const difference = await firstDifference(engines, seed, from, Math.min(from + BATCH, inputs), count(from));
    if (difference) {
      const { index } = difference;
      const isAlone = await firstDifference(engines, seed, index, index + 1);
      return { endings, traps, difference: { ...difference, replay: isAlone ? `${index}` : `${from}-${index}` } };
    }
  }
  return { endings, traps };
};

/** The kind of an ending, for the counts: the error code of a call, or the type of its result. */
const inWords = ({ call, how, value }) => {
  if (how === "gave") return [call, how, ...kindOf(value)].join(" ");
  return [call, how, ...(typeof value?.code === "number" ? failureOf(value) : [])].join(" ");
};

/** The number of the code, and what it is about: a field and its fault, or a status. */
const failureOf = ({ code, field, fault, status }) => {
  if (field !== undefined || fault !== undefined) return [code, "field", field, "fault", fault];
  return status === undefined ? [code] : [code, "status", status];
};

/** How a login ended, and in which area its session is; how a session stands; whose token it is; or what is left. */
const kindOf = ({ kind, client, status, isAdopted, key }) => {
  if (client) return [kind, client.split(/[/ ]/)[2]];
  return [kind ?? status ?? `${isAdopted ? "adopted" : "own"}${key === undefined ? "" : " bound"} token`];
};

if (!isMainThread) parentPort.postMessage(await work(workerData));
