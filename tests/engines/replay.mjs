// Plays inputs again, in fresh instances, and shows the last one and what both engines made of it.
//
//     node tests/engines/replay.mjs --seed 1 --case 237
//     node tests/engines/replay.mjs --seed 1 --case 200-237

import { parseArgs } from "node:util";
import { between, pageFor } from "./differences.mjs";
import { bothEngines } from "./engine.mjs";
import { inputOf } from "./inputs.mjs";
import { play } from "./play.mjs";

const { values } = parseArgs({ options: { seed: { type: "string" }, case: { type: "string" } } });
const [from, to = from] = (values.case ?? "").split("-").map(Number);
if (values.seed === undefined || !Number.isSafeInteger(from) || !(to >= from)) {
  throw new Error("usage: replay.mjs --seed SEED --case NUMBER[-NUMBER]");
}
const last = [];
for (const engine of await bothEngines()) {
  let page = engine.open();
  let played;
  for (let index = from; index <= to; index++) {
    if (page.isDead()) page = engine.open();
    const input = inputOf(values.seed, index);
    played = await play(pageFor(engine, page, input), input);
  }
  last.push(played.transcript);
}
console.log(JSON.stringify(inputOf(values.seed, to), null, 2));
const [wasm, js] = last;
const difference = between(wasm, js);
console.log(`\nBoth engines:\n${wasm.slice(0, difference?.line).join("\n")}`);
if (difference) {
  console.log(`\nFrom here on they differ.\n\nwasm:\n${wasm.slice(difference.line).join("\n")}`);
  console.log(`\njs:\n${js.slice(difference.line).join("\n")}`);
  process.exitCode = 1;
}
