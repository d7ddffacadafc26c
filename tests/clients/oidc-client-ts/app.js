import { UserManager } from "oidc-client-ts";

/** `handler` names another of the library's functions for the callback page. */
export const begin = ({ baseUrl, apiKey, redirectUri }, { handler = "signinCallback", ...settings }) => {
  const { origin, pathname } = new URL(baseUrl);
  const manager = new UserManager({
    authority: baseUrl,
    // RFC 8414's place. The library's own is OpenID Connect's, which our service does not speak.
    metadataUrl: `${origin}/.well-known/oauth-authorization-server${pathname}`,
    client_id: apiKey,
    redirect_uri: redirectUri,
    // The library's default, which our service only sends on request.
    response_mode: "query",
    scope: "read",
    ...settings,
  });
  const isSignedIn = async () => Boolean(await manager.getUser());
  return {
    popup: (options) => manager.signinPopup(options),
    page: (options) => manager.signinRedirect(options),
    handle: async () => {
      // The guard, and the clearing of the address, are those of react-oidc-context, its own wrapper.
      const answer = new URLSearchParams(location.search || location.hash.slice(1));
      if (!(answer.has("code") || answer.has("error")) || !answer.has("state")) return;
      const user = await manager[handler]();
      if (user) history.replaceState({}, document.title, "/");
    },
    isSignedIn,
    known: isSignedIn,
    // Without an ID token, the app asks for the name itself.
    name: async () => {
      const { access_token, profile } = await manager.getUser();
      if (profile.name) return profile.name;
      const answer = await fetch(`${baseUrl}/me`, { headers: { authorization: `Bearer ${access_token}` } });
      return (await answer.json()).name;
    },
  };
};
