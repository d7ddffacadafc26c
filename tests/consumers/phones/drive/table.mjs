// One table of what every flow came to in every engine.

const cells = new Map();

/** Notes what a flow came to in a column, and how long it took, in milliseconds. */
export function record(column, flow, passed, took) {
  if (!cells.has(column)) cells.set(column, new Map());
  cells.get(column).set(flow, passed ? `${(took / 1000).toFixed(1)} s` : "FAILED");
}

/** Prints what was noted, a line for each of `flows`. */
export function print(flows) {
  const columns = [...cells.keys()];
  if (!columns.length) return;
  const widths = columns.map((column) => Math.max(column.length, 8));
  const first = Math.max(...flows.map((flow) => flow.length));
  const line = (head, rest) => [head.padEnd(first), ...rest.map((cell, at) => cell.padStart(widths[at]))].join("  ");
  console.log(`\n${line("a person on a phone …", columns)}`);
  for (const flow of flows) {
    console.log(line(flow, columns.map((column) => cells.get(column).get(flow) ?? "–")));
  }
}
