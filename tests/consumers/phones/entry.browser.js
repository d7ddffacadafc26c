// The entry point of Metro's bundle for a browser.

const { install } = require("./phone/browser.js");
const { input, outside, done } = globalThis.stagepassPhone;
install();
require("./phone/life.js").live(input, outside).then(done);
