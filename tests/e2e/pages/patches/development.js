// A developer's browser: not automated. `lines` has what is written to the console. The ten seconds after which a login
// is explained pass in half a second.

Object.defineProperty(Navigator.prototype, "webdriver", { value: false });

globalThis.lines = [];
for (const level of ["info", "warn", "error"]) {
  const write = console[level];
  console[level] = (...values) => {
    lines.push(values.map(String).join(" "));
    write.apply(console, values);
  };
}

/** How long a wait of so many milliseconds lasts. */
globalThis.waits = { 10_000: 500 };
{
  const { setTimeout: begin } = globalThis;
  globalThis.setTimeout = (work, time, ...values) => begin(work, waits[time] ?? time, ...values);
}
