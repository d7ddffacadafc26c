// The entry point of Metro's bundle of an app with Expo's modules, which leaves it to the package to find them.

const { expoModules, hold } = require("./phone/expo.js");

const handed = (phone) => {
  hold(phone);
  return {};
};
require("./phone/start.js").start(expoModules(), { handed });
