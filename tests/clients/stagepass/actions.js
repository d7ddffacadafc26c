/** What the page needs of a client. `defaults` are options of each login. */
export const actionsOf = (client, defaults) => {
  const { session } = client;
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
    popup: (options) => client.login({ ...defaults, ...options }),
    page: (options) => client.login({ ...defaults, display: "fullScreen", ...options }),
    handle: () => client.handleRedirect(),
    isSignedIn: () => client.isAuthenticated(),
    known: () => first(({ status }) => (status === "loading" ? undefined : status === "signed-in")),
    // A stored name is shown before the service has confirmed it.
    name: async () => (session.get().user ?? (await client.getUser())).name,
  };
};
