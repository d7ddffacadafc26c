// The environment of React Native's own preset, and what the flows need from outside of it.

const ReactNativeEnvironment = require("@react-native/jest-preset/jest/react-native-env.js");

module.exports = class extends ReactNativeEnvironment {
  #preset;

  constructor(config, context) {
    super(config, context);
    this.#preset = config.projectConfig.displayName.name;
  }

  async setup() {
    await super.setup();
    const load = (module) => import(`../drive/${module}.mjs`);
    const [{ outside }, { seedOf }, { settings }] = await Promise.all(["outside", "seed", "settings"].map(load));
    const own = (flow, life) => seedOf(this.#preset, flow, life);
    this.global.stagepassTests = { outside, seedOf: own, settings: JSON.stringify(settings()) };
  }
};
