import { createOidc, oidcEarlyInit } from "oidc-spa/core";

const { shouldLoadApp } = oidcEarlyInit({ BASE_URL: "/" });

/** It has no popups, and no callback page: every page of the app finishes a login. */
export const begin = async ({ baseUrl, apiKey }, { times = 1, ...settings }) => {
  // The page is a frame of the library's.
  if (!shouldLoadApp) await new Promise(() => {});
  const make = () => createOidc({ issuerUri: new URL(baseUrl).origin, clientId: apiKey, ...settings });
  const [oidc] = await Promise.all(Array.from({ length: times }, make));
  return {
    page: (options) => oidc.login(options),
    handle: make,
    isSignedIn: () => oidc.isUserLoggedIn,
    known: async () => oidc.isUserLoggedIn,
    name: async () => oidc.getDecodedIdToken().name,
    failure: oidc.initializationError,
  };
};
