import { OktaAuth } from "@okta/okta-auth-js/core";

export const begin = ({ baseUrl, apiKey, redirectUri }, settings) => {
  const okta = new OktaAuth({
    issuer: new URL(baseUrl).origin,
    clientId: apiKey,
    redirectUri,
    scopes: ["openid", "profile"],
    // The fake service signs nothing. This saves the client a request and a signature's check.
    ignoreSignature: true,
    ...settings,
  });
  const isSignedIn = () => okta.isAuthenticated();
  return {
    popup: async (options) => {
      const { tokens } = await okta.token.getWithPopup({ ...options });
      okta.tokenManager.setTokens(tokens);
    },
    page: (options) => okta.signInWithRedirect({ ...options }),
    handle: async () => {
      if (okta.isLoginRedirect()) await okta.storeTokensFromRedirect();
    },
    isSignedIn,
    known: isSignedIn,
    name: async () => (await okta.tokenManager.getTokens()).idToken.claims.name,
  };
};
