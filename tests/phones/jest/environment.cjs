// The environment of React Native's own preset, and what the flows need from outside of it.

const ReactNativeEnvironment = require("@react-native/jest-preset/jest/react-native-env.js");

module.exports = class extends ReactNativeEnvironment {
  async setup() {
    await super.setup();
    const [{ outside }, { settings }] = await Promise.all([import("../drive/outside.mjs"), import("../drive/settings.mjs")]);
    this.global.stagepassTests = { outside, settings: JSON.stringify(settings()) };
  }
};
