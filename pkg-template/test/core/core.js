// Stands in for the core as JavaScript: what an instance exports, and how wasm2js has it trap.

globalThis.fakeCore.scripts++;

export const instantiate = () => ({
  memory: Object.create(Object.prototype, { buffer: { get: () => new ArrayBuffer(65536) } }),
  trap() {
    throw new Error("abort");
  },
});
