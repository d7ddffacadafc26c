// Starts the app in an engine without a platform of its own: React Native's platform, then the app. `input.what`
// selects something else than a life of the app.

const { install } = require("./native.js");

/**
 * @param {object} [modules] native modules, beside those of React Native
 * @param {object} [app] what `live` takes: the parts of the phone that the app passes to the package
 */
export function start(modules, app) {
  const { input, outside, done } = globalThis.stagepassPhone;
  install(outside, modules);
  const acts = {
    life: () => require("./life.js").live(input, outside, app),
    entries: async () => require("./entries.js").typesOfEntries(),
    missing: () => require("./missing.js").loginsWithoutPeers(input),
  };
  acts[input.what ?? "life"]().then(done, (error) => done({ failed: String(error?.stack ?? error) }));
}
