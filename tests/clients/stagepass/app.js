import { stagepass } from "stagepass";

export const begin = (config, settings) => {
  const sp = stagepass({ ...config, ...settings });
  const { session } = sp.oauth;
  /** Resolves with the first value of the session's state that is not undefined. */
  const first = (read) =>
    new Promise((resolve) => {
      const look = () => {
        const value = read(session.get());
        if (value !== undefined) resolve(value);
      };
      session.subscribe(look);
      look();
    });
  return {
    popup: (options) => sp.oauth.login({ scope: "read", ...options }),
    page: (options) => sp.oauth.login({ scope: "read", display: "fullScreen", ...options }),
    handle: () => sp.oauth.handleRedirect(),
    isSignedIn: () => sp.oauth.isAuthenticated(),
    known: () => first(({ status }) => (status === "loading" ? undefined : status === "signed-in")),
    // A stored name is shown before the service has confirmed it.
    name: async () => (session.get().user ?? (await sp.oauth.getUser())).name,
  };
};
