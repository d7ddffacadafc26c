// What Metro bundles for engines that have no platform of their own: React Native's, and then a life of the app.

const { install } = require("./phone/native.js");
const { input, outside, done } = globalThis.stagepassPhone;
install(outside);
require("./phone/life.js").live(input, outside).then(done);
