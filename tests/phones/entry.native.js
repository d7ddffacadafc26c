// The entry point of Metro's bundle for engines without a platform of their own: React Native's platform, then the app.
// `input.what` selects something else than a life of the app.

const { install } = require("./phone/native.js");
const { input, outside, done } = globalThis.stagepassPhone;
install(outside);

const acts = {
  life: () => require("./phone/life.js").live(input, outside),
  entries: async () => require("./phone/entries.js").typesOfEntries(),
  missing: () => require("./phone/missing.js").loginsWithoutPeers(input),
};
acts[input.what ?? "life"]().then(done, (error) => done({ failed: String(error?.stack ?? error) }));
