import { ProtocolMode, PublicClientApplication } from "@azure/msal-browser";

/** Every page of the app finishes a login by full-page redirect, as in the library's documentation. */
export const begin = async ({ baseUrl, apiKey, redirectUri }, { times = 1, auth, system }) => {
  const { host, origin } = new URL(baseUrl);
  // The library takes no authority without https, but it takes such endpoints. With them, it requests no metadata.
  const authorityMetadata = JSON.stringify({
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    jwks_uri: `${origin}/keys`,
  });
  const authority = `https://${host}/`;
  const msal = new PublicClientApplication({
    auth: { clientId: apiKey, authority, knownAuthorities: [host], authorityMetadata, redirectUri, ...auth },
    system: { protocolMode: ProtocolMode.OIDC, ...system },
  });
  await msal.initialize();
  const handle = () => msal.handleRedirectPromise();
  const answers = await Promise.allSettled(Array.from({ length: times }, handle));
  const isSignedIn = async () => msal.getAllAccounts().length > 0;
  return {
    popup: (options) => msal.loginPopup({ ...options }),
    page: (options) => msal.loginRedirect({ ...options }),
    handle,
    isSignedIn,
    known: isSignedIn,
    name: async () => msal.getAllAccounts()[0].name,
    failure: answers.find(({ reason }) => reason)?.reason,
  };
};
