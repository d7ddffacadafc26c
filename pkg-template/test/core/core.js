// A fake of the core as JavaScript: what an instance exports, and how it traps after wasm2js.

globalThis.fakeCore.scripts++;

export const instantiate = () => ({
  memory: Object.create(Object.prototype, { buffer: { get: () => new ArrayBuffer(65536) } }),
  trap() {
    throw new Error("abort");
  },
});
