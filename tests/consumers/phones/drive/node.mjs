// Runs the app in Node, with the packed package alone: no bundler, and none of React Native's packages. Each life of
// the app is a thread, which is terminated at its end.

import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { outside } from "./outside.mjs";
import { install } from "./package.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["entry.node.js", "flows.js", "phone"];
const LIFE_TIMEOUT_MS = 60_000;

/** Installs the app in a temporary folder: `live(input)` lives a life, `stop()` removes the folder. */
export async function startInNode() {
  const folder = await mkdtemp(join(tmpdir(), "stagepass-phones-"));
  await install(folder);
  for (const source of SOURCES) await cp(join(here, source), join(folder, source), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return {
    live: (input) => live(join(folder, "entry.node.js"), input),
    stop: () => rm(folder, { recursive: true }),
  };
}

function live(entry, input) {
  const worker = new Worker(entry, { workerData: input });
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
