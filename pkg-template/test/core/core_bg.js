// Stands in for the core's glue. A test says what the core does, by `globalThis.fakeCore`.

export function instance() {
  const { fakeCore } = globalThis;
  let made;
  return {
    imports: {},
    __wbg_set_wasm(exports) {
      made = { exports, number: ++fakeCore.instances };
    },
    login: (config, { features, popup, signal, ...options }) =>
      fakeCore.login(config, options, features, popup, signal),
    handleRedirect: ({ url, signal }) => fakeCore.handleRedirect(url, signal),
    session: async (ask, config, options) =>
      [
        () => fakeCore.isAuthenticated(config, made),
        () => fakeCore.getUser(config, options.signal, made),
        () => fakeCore.accessToken(config, options),
        () => fakeCore.logout(config),
      ][ask](),
  };
}
