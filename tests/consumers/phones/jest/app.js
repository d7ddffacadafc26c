// An app in jest, with the official mocks, and with a fake of the in-app browser that signs in at the real service.

const { outside, seedOf, settings } = globalThis.stagepassTests;
// One for all lives of the app, as a phone's own is.
const asyncStorage = require("official-async-storage-mock");

/** A storage with nothing in it. */
export const emptyStorage = () => (asyncStorage.default ?? asyncStorage).clear();

let held;

/** Makes all modules load again, as in an app that starts. The package finds its peers at once. */
export function restart() {
  jest.resetModules();
  standIns();
}

/** Makes the package, which is not loaded yet, find these mocks instead of its peers. */
export function standIns() {
  jest.doMock("@react-native-async-storage/async-storage", () => asyncStorage);
  jest.doMock("expo-web-browser", () => ({
    openAuthSessionAsync: (url, redirectUri) => held.browser.open(url, redirectUri),
    dismissAuthSession: () => held.browser.close(),
    dismissBrowser: async () => {},
    warmUpAsync: async () => {},
    coolDownAsync: async () => {},
  }));
}

/**
 * Installs React Native's own network. Returns a function that installs it again. Call that once the package is loaded,
 * because its peer Expo replaces `fetch` with a native one, which is only a mock here.
 */
export function networked() {
  require("../phone/native.js").installNetwork(outside);
  const own = ["fetch", "Headers", "Request", "Response"].map((name) => [name, globalThis[name]]);
  return () => {
    for (const [name, value] of own) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
}

/** Puts the app on this phone. */
export function hold(phone) {
  held = phone;
  const { Linking } = require("react-native");
  jest.spyOn(Linking, "getInitialURL").mockImplementation(() => phone.links.initial());
  jest.spyOn(Linking, "addEventListener").mockImplementation((_type, listener) => ({ remove: phone.links.listen((url) => listener({ url })) }));
}

/** Where the servers are. */
export const where = () => JSON.parse(settings);

export { outside, seedOf };
