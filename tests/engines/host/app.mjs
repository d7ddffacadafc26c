// An app on a host: the core, a host and a service of its own.

import { openCore } from "./core.mjs";
import { createHost } from "./host.mjs";
import { API_KEY, BASE_URL, CONFIG, createService } from "./service.mjs";

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
    readStatus: (options, config = CONFIG) => core.readStatus(config, given(options)),
    accessToken: (options, config = CONFIG) => core.accessToken(config, given(options)),
    logout: (options, config = CONFIG) => core.logout(config, given(options)),
    revoke: (left, options, config = CONFIG) => core.revoke(config, given({ ...options, left })),
    /** Signs in, and gives how that ended. */
    async signIn(options, config) {
      await login(options, config);
      const [url] = host.callsOf("open").at(-1);
      return handleRedirect(service.approve(url));
    },
  };
};
