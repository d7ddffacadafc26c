// A fake of the core's glue. A test defines in `globalThis.fakeCore` what the core does.

export function instance() {
  const { fakeCore } = globalThis;
  let made;
  return {
    imports: {},
    __wbg_set_wasm(exports) {
      made = { exports, number: ++fakeCore.instances };
    },
    login: (config, { popup, signal, storage, dpop, ...options }) =>
      fakeCore.login(config, options, popup, signal, storage),
    handleRedirect: ({ url, dpop, ...options }) => fakeCore.handleRedirect(url, options),
    readStatus: async (config, { dpop, ...options }) => fakeCore.readStatus(config, options, made),
    accessToken: async (config, { dpop, ...options }) => fakeCore.accessToken(config, options, made),
    logout: async (config, { dpop, ...options }) => fakeCore.logout(config, options),
    discover: async (config, { dpop, ...options }) => fakeCore.discover(config, options),
    endSession: async (config, { dpop, ...options }) => fakeCore.endSession(config, options),
    revoke: async (config, { dpop, ...options }) => fakeCore.revoke(config, options),
  };
}
