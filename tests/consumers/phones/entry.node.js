// The entry point of a life of the app in Node, which has a thread of its own.

import { parentPort, workerData } from "node:worker_threads";
import { p256 } from "./phone/node-curve.js";
import { install } from "./phone/node.js";

const pending = new Map();
parentPort.on("message", ({ id, value, error }) => {
  const { resolve, reject } = pending.get(id);
  if (error) reject(new Error(error));
  else resolve(value);
});

let requests = 0;
const outside = (kind, what) =>
  new Promise((resolve, reject) => {
    requests += 1;
    pending.set(requests, { resolve, reject });
    parentPort.postMessage({ id: requests, kind, what });
  });

install(outside);
const { live } = await import("./phone/life.js");
parentPort.postMessage({ done: await live(workerData, outside, { curve: () => p256 }) });
