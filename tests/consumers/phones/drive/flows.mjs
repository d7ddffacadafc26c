// The flows as tests, against the service itself. At the end, one table of them all.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { FLOWS } from "../flows.js";
import { seedOf } from "./seed.mjs";
import { settings } from "./settings.mjs";
import { print, record } from "./table.mjs";

const { STAGEPASS_PHONES_COLUMN: onlyColumn = "", STAGEPASS_PHONES_FLOW: onlyFlow = "" } = process.env;

/** Runs every flow in these columns, except those that the environment leaves out. */
export function testFlows(columns) {
  const flows = Object.entries(FLOWS).filter(([name]) => name.includes(onlyFlow));
  after(() => print(Object.keys(FLOWS)));
  for (const [column, start] of Object.entries(columns).filter(([name]) => name.includes(onlyColumn))) {
    test(column, async (t) => {
      const engine = await start();
      t.after(() => engine.stop?.());
      for (const [flow, runs] of flows) {
        await t.test(flow, async () => {
          const started = performance.now();
          const failed = await runFlow(engine, column, flow, runs.length);
          record(column, flow, failed === undefined, performance.now() - started);
          assert.equal(failed, undefined, failed);
        });
      }
    });
  }
}

/** Runs all lives of the flow, one after the other. Returns what went wrong. */
async function runFlow(engine, column, flow, runs) {
  let state = { phone: { stored: [], secrets: [], initial: null }, kept: {} };
  for (let life = 0; life < runs; life += 1) {
    const seed = seedOf(column, flow, life);
    const output = await engine.live({ flow, life, state, seed, settings: settings() }).catch((error) => ({ failed: error.stack }));
    if (output.failed) return `life ${life + 1}: ${output.failed}\n${(output.requests ?? []).join("\n")}`;
    state = output.state;
  }
}
