// Expo's official preset, and the AsyncStorage that its SDK has.

const preset = require("jest-expo/jest-preset.js");

module.exports = {
  displayName: "jest-expo",
  rootDir: "..",
  preset: "jest-expo",
  testMatch: ["<rootDir>/jest/*.test.js"],
  testEnvironment: "<rootDir>/jest/environment.cjs",
  testTimeout: 60_000,
  modulePathIgnorePatterns: ["<rootDir>/react-native-0.71", "<rootDir>/.apps", "<rootDir>/.built"],
  // Written as modules.
  transformIgnorePatterns: preset.transformIgnorePatterns.map((pattern) => pattern.replace("(?!", "(?!@noble/|")),
  moduleNameMapper: {
    "^official-async-storage-mock$": "@react-native-async-storage/async-storage/jest/async-storage-mock",
  },
};
