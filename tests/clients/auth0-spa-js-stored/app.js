// auth0-spa-js with a session that outlives the page, as the other clients have it.

import { begin as beginWith } from "../auth0-spa-js/app.js";

export const begin = (config, settings) => beginWith(config, { cacheLocation: "localstorage", ...settings });
