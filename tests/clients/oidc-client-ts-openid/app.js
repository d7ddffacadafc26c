// oidc-client-ts at a provider of OpenID Connect, which is what it was made for.

import { begin as beginAt } from "../oidc-client-ts/app.js";

export const begin = (config, settings) => {
  const authority = new URL(config.baseUrl).origin;
  const metadataUrl = `${authority}/.well-known/openid-configuration`;
  return beginAt(config, { authority, metadataUrl, scope: "openid profile", ...settings });
};
