// React Native's official preset, and AsyncStorage 3.

const preset = require("@react-native/jest-preset/jest-preset.js");

module.exports = {
  displayName: "@react-native/jest-preset",
  rootDir: "..",
  preset: "@react-native/jest-preset",
  testMatch: ["<rootDir>/jest/*.test.js"],
  testEnvironment: "<rootDir>/jest/environment.cjs",
  testTimeout: 60_000,
  modulePathIgnorePatterns: ["<rootDir>/react-native-0.71", "<rootDir>/.apps", "<rootDir>/.built"],
  moduleNameMapper: { "^official-async-storage-mock$": "async-storage-3/jest" },
  // Without a Babel configuration of the app's own.
  transform: Object.fromEntries(
    Object.entries(preset.transform).map(([files, how]) => [
      files,
      how === "babel-jest" ? ["babel-jest", { configFile: false, babelrc: false, presets: ["module:@react-native/babel-preset"] }] : how,
    ]),
  ),
  // Written as modules.
  transformIgnorePatterns: ["node_modules/(?!((jest-)?react-native|@react-native(-community)?|async-storage-3|@noble)/)"],
};
