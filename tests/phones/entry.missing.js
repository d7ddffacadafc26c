// An app that has none of the packages that the package would find by itself, and hands nothing over.

const { install } = require("./phone/native.js");
const { input, outside, done } = globalThis.stagepassPhone;
install(outside);
const { stagepass } = require("stagepass/react-native");

const failed = (work) =>
  work.then(
    () => "nothing",
    ({ code, message }) => ({ code, message }),
  );

const browser = { open: async () => ({ type: "cancel" }) };
const random = (count) => new Uint8Array(count).fill(7);
const login = (handed) => failed(stagepass({ ...input.settings.config, ...handed }).oauth.login({ scope: "read" }));

Promise.all([login({ browser, random }), login({ storage: "memory", random }), login({ storage: "memory", browser })]).then(done);
