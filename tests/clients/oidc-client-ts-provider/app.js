// oidc-client-ts at a real provider.

import { begin as beginAt } from "../oidc-client-ts-openid/app.js";

export const begin = (config, settings) => beginAt({ ...config, apiKey: "app" }, settings);
