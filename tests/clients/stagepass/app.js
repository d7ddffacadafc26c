import { stagepass } from "stagepass";

export const begin = (config, settings) => {
  const sp = stagepass({ ...config, ...settings });
  return {
    popup: (options) => sp.oauth.login({ scope: "read", ...options }),
    page: (options) => sp.oauth.login({ scope: "read", display: "fullScreen", ...options }),
    handle: () => sp.oauth.handleRedirect(),
    isSignedIn: () => sp.oauth.isAuthenticated(),
  };
};
