// Stands in for the core's glue. A test says what the core does, by `globalThis.fakeCore`.

export function instance() {
  const { fakeCore } = globalThis;
  let made;
  return {
    imports: {},
    __wbg_set_wasm(exports) {
      made = { exports, number: ++fakeCore.instances };
    },
    check: async (config) => fakeCore.check(config, made),
    login: (config, { features, popup, signal, ...options }) =>
      fakeCore.login(config, options, features, popup, signal),
    handleRedirect: ({ url, signal }) => fakeCore.handleRedirect(url, signal),
    getUser: (config, { signal }) => fakeCore.getUser(config, signal, made),
    accessToken: (config, options) => fakeCore.accessToken(config, options),
    logout: (config) => fakeCore.logout(config),
    isAuthenticated: async (config) => fakeCore.isAuthenticated(config),
  };
}
