// A fake of the core's glue. A test defines in `globalThis.fakeCore` what the core does.

export function instance() {
  const { fakeCore } = globalThis;
  let made;
  return {
    imports: {},
    __wbg_set_wasm(exports) {
      made = { exports, number: ++fakeCore.instances };
    },
    login: (config, { features, popup, signal, storage, dpop, ...options }) =>
      fakeCore.login(config, options, features, popup, signal, storage),
    handleRedirect: ({ url, dpop, ...options }) => fakeCore.handleRedirect(url, options),
    session: async (ask, config, { dpop, ...options }) =>
      [
        () => fakeCore.look(config, options, made),
        () => fakeCore.accessToken(config, options, made),
        () => fakeCore.logout(config, options),
        () => fakeCore.revoke(config, options),
      ][ask](),
  };
}
