import { createAuth0Client } from "@auth0/auth0-spa-js";

export const begin = async ({ baseUrl, apiKey, redirectUri }, settings) => {
  const auth0 = await createAuth0Client({
    domain: new URL(baseUrl).origin,
    clientId: apiKey,
    authorizationParams: { redirect_uri: redirectUri },
    ...settings,
  });
  return {
    // A copy: it keeps the window that it opens in there.
    popup: (options) => auth0.loginWithPopup({}, { ...options }),
    page: (options) => auth0.loginWithRedirect(options),
    handle: async () => {
      // The guard, and the clearing of the address, are those of the library's quick start.
      const query = location.search;
      if (!(query.includes("code=") || query.includes("error=")) || !query.includes("state=")) return;
      await auth0.handleRedirectCallback();
      history.replaceState({}, document.title, "/");
    },
    isSignedIn: () => auth0.isAuthenticated(),
    known: () => auth0.isAuthenticated(),
    name: async () => (await auth0.getUser()).name,
  };
};
