// Runs the app in Node's engine, with React Native's platform instead of Node's own. Each life of the app is a thread,
// which is terminated at its end.

import { readFile } from "node:fs/promises";
import { createContext, runInContext } from "node:vm";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { outside } from "./outside.mjs";

const LIFE_TIMEOUT_MS = 60_000;

/** Lives a life of `input` in the bundle in this file. */
export function liveInNode(bundle, input) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { bundle, input } });
  return new Promise((resolve, reject) => {
    worker.on("message", async ({ done, id, kind, what }) => {
      if (done) return resolve(done);
      const answer = await outside(kind, what).then(
        (value) => ({ id, value }),
        (error) => ({ id, error: error.message }),
      );
      worker.postMessage(answer);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the engine ended without a word")));
    setTimeout(() => reject(new Error("the flow did not come to its end")), LIFE_TIMEOUT_MS).unref();
  }).finally(() => worker.terminate());
}

async function inThread({ bundle, input }) {
  const pending = new Map();
  parentPort.on("message", ({ id, value, error }) => {
    const { resolve, reject } = pending.get(id);
    if (error) reject(new Error(error));
    else resolve(value);
  });
  let asked = 0;
  const stagepassPhone = {
    input,
    outside: (kind, what) =>
      new Promise((resolve, reject) => {
        asked += 1;
        pending.set(asked, { resolve, reject });
        parentPort.postMessage({ id: asked, kind, what });
      }),
    done: (done) => parentPort.postMessage({ done }),
  };
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
  const context = createContext({ ...timers, stagepassPhone });
  // The language alone: what is Node's own is not there, and neither is WebAssembly.
  runInContext("globalThis.window = globalThis; delete globalThis.WebAssembly;", context);
  runInContext(await readFile(bundle, "utf8"), context, { filename: bundle });
}

if (!isMainThread) await inThread(workerData);
