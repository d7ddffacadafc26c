// An app on a host: the core, a host and a service of its own.

import { openCore } from "./core.mjs";
import { createHost } from "./host.mjs";
import { API_KEY, BASE_URL, CONFIG, createService } from "./service.mjs";

/** The operations on a session, of src/rim/exports.rs. */
export const [READ_STATUS, ACCESS_TOKEN, LOGOUT, REVOKE] = [0, 1, 2, 3];

/** How an app on a phone signs in. */
export const OPTIONS = { scope: "read", display: "fullScreen", responseMode: "query" };

/** Where its session is kept. */
export const SESSION = `stagepass/session/local ${BASE_URL}  key ${API_KEY}`;

/** An app whose host does some things `otherwise`. */
export const createApp = (otherwise) => {
  const service = createService();
  const host = createHost(service, otherwise);
  const core = openCore();
  const given = (options) => ({ ...options, host: host.object });
  const login = (options, config = CONFIG) => core.login(config, given({ ...OPTIONS, ...options }));
  const handleRedirect = (url, options) => core.handleRedirect(given({ ...options, url }));
  return {
    service,
    host,
    core,
    login,
    handleRedirect,
    session: (ask, options, config = CONFIG) => core.session(ask, config, given(options)),
    /** Signs in, and gives how that ended. */
    async signIn(options, config) {
      await login(options, config);
      const [url] = host.asked("open").at(-1);
      return handleRedirect(service.approve(url));
    },
  };
};
