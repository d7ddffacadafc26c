// The flows in every engine, against the service itself; in the end, one table of them all.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { COLUMNS, make, OF_FLOWS } from "./drive/columns.mjs";
import { settings } from "./drive/settings.mjs";
import { print, told } from "./drive/table.mjs";
import { FLOWS } from "./flows.js";

const { STAGEPASS_PHONES_COLUMN: onlyColumn = "", STAGEPASS_PHONES_FLOW: onlyFlow = "" } = process.env;
const columns = Object.entries(COLUMNS).filter(([name]) => name.includes(onlyColumn));
const flows = Object.entries(FLOWS).filter(([name]) => name.includes(onlyFlow));

before(async () => {
  for (const name of OF_FLOWS) await make(name);
});

after(() => print(Object.keys(FLOWS)));

for (const [column, start] of columns) {
  test(column, async (t) => {
    const engine = await start();
    t.after(() => engine.stop?.());
    for (const [flow, lives] of flows) {
      await t.test(flow, async () => {
        const started = performance.now();
        const failed = await lived(engine, flow, lives.length);
        told(column, flow, failed === undefined, performance.now() - started);
        assert.equal(failed, undefined, failed);
      });
    }
  });
}

/** All lives of the flow, one after the other; gives what went wrong. */
async function lived(engine, flow, lives) {
  let state = { phone: { stored: [], secrets: [], initial: null }, kept: {} };
  for (let life = 0; life < lives; life += 1) {
    const seed = randomBytes(16).toString("hex");
    const output = await engine.live({ flow, life, state, seed, settings: settings() }).catch((error) => ({ failed: error.stack }));
    if (output.failed) return `life ${life + 1}: ${output.failed}\n${(output.requests ?? []).join("\n")}`;
    state = output.state;
  }
}
