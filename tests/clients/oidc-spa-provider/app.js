// oidc-spa at a real provider.

import { begin as beginAt } from "../oidc-spa/app.js";

export const begin = (config, settings) => beginAt({ ...config, apiKey: "app" }, settings);
