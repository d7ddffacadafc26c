// The entry point of Metro's bundle for engines without a platform of their own: React Native's platform, then the app.

const { install } = require("./phone/native.js");
const { input, outside, done } = globalThis.stagepassPhone;
install(outside);
require("./phone/life.js").live(input, outside).then(done);
