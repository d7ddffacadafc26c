// Stands in for the core's glue. A test says what the core does, by `globalThis.fakeCore`.

export const imports = {};
export let check, login, handleRedirect, getUser, accessToken, logout, isAuthenticated;

export function __wbg_set_wasm(exports) {
  const { fakeCore } = globalThis;
  const instance = { exports, number: ++fakeCore.instances };
  check = async (config) => fakeCore.check(config, instance);
  login = (config, { features, popup, signal, ...options }) => fakeCore.login(config, options, features, popup, signal);
  handleRedirect = ({ url, signal }) => fakeCore.handleRedirect(url, signal);
  getUser = (config, { signal }) => fakeCore.getUser(config, signal, instance);
  accessToken = (config, options) => fakeCore.accessToken(config, options);
  logout = (config) => fakeCore.logout(config);
  isAuthenticated = async (config) => fakeCore.isAuthenticated(config);
}
